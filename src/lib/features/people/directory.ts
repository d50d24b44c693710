import { foldCase } from '../../api/fold-case';
import type { User } from '../../api/user';
import { foldOnce } from '../../writing/names';
import { fold, found } from '../../writing/rank';

/** Somebody as the directory lists and finds them; made once, not at each key. */
export interface Entry {
  readonly key: string;
  readonly person: User;
  /** Folded. */
  readonly name: string;
  readonly email: string;
}

/** What of the directory is shown. `role`: one of the roles. `group`: only its people, by id. */
export interface Facets {
  readonly kind: 'all' | 'people' | 'bots' | 'here';
  readonly role?: number | undefined;
  readonly group?: ReadonlySet<number> | undefined;
}

export type Order = 'name' | 'active' | 'newest';

/** Times and choices that rows are listed by; they stay what they are while rows are under a hand. */
export interface Standing {
  /** Those who are there now. */
  readonly here: ReadonlySet<number>;
  /** When somebody was last there. */
  readonly lastSeen: (user_id: number) => number;
  readonly muted: ReadonlySet<number>;
  /** What they say of themselves, folded, one line for each field. */
  readonly profileOf: (user_id: number) => string;
}

/** Everybody, by name. */
export function entriesOf(users: Iterable<User>, locale: string): readonly Entry[] {
  const { compare } = new Intl.Collator(locale);
  return Array.from(users, (person): Entry => {
    const { user_id, full_name, delivery_email, email } = person;
    return {
      key: String(user_id),
      person,
      name: foldOnce(person, full_name),
      email: foldCase(delivery_email ?? email),
    };
  }).sort((a, b) => compare(a.person.full_name, b.person.full_name));
}

/** The same people in another order; of equals by name. */
export function inOrder(
  entries: readonly Entry[],
  order: Order,
  { here, lastSeen }: Pick<Standing, 'here' | 'lastSeen'>,
): readonly Entry[] {
  if (order === 'name') return entries;
  // Ids count up.
  if (order === 'newest') return entries.toSorted((a, b) => b.person.user_id - a.person.user_id);
  const rank = ({ person }: Entry) =>
    here.has(person.user_id) ? Infinity : lastSeen(person.user_id);
  const ranks = new Map(entries.map((entry) => [entry, rank(entry)]));
  const of = (entry: Entry) => ranks.get(entry) ?? 0;
  // Both may be here: the difference of infinities is no number.
  return entries.toSorted((a, b) => (of(a) === of(b) ? 0 : of(b) - of(a)));
}

export interface Found {
  readonly shown: readonly Entry[];
  /** Folded away below the others. */
  readonly muted: readonly Entry[];
  readonly gone: readonly Entry[];
}

/**
 * Whom the query and the facets leave, in the order given; of a query those first whose name begins
 * with it, then those with a word that does, then who has it elsewhere in the name, then in the
 * e-mail address or the profile. Without sorting: it runs at each key.
 */
export function findPeople(
  entries: readonly Entry[],
  query: string,
  facets: Facets,
  { here, muted, profileOf }: Omit<Standing, 'lastSeen'>,
): Found {
  const wanted = fold(query);
  const words = wanted.split(/\s+/u);
  const shown: Entry[][] = [[], [], [], []];
  const silent: Entry[][] = [[], [], [], []];
  const gone: Entry[][] = [[], [], [], []];
  for (const entry of entries) {
    const { person } = entry;
    if (!fits(person, facets, here)) continue;
    const fit = wanted === '' ? 3 : fitOf(entry, wanted, words, profileOf);
    if (fit < 0) continue;
    const list = person.is_active === false ? gone : muted.has(person.user_id) ? silent : shown;
    list[3 - fit]!.push(entry);
  }
  return { shown: shown.flat(), muted: silent.flat(), gone: gone.flat() };
}

function fits(
  { user_id, is_bot, role }: User,
  { kind, role: wanted, group }: Facets,
  here: ReadonlySet<number>,
): boolean {
  if (kind === 'people' && is_bot) return false;
  if (kind === 'bots' && !is_bot) return false;
  if (kind === 'here' && !here.has(user_id)) return false;
  if (wanted !== undefined && (is_bot || (role ?? 400) !== wanted)) return false;
  return group === undefined || group.has(user_id);
}

/** 3 to 0, the more the better; -1 where it is not found. */
function fitOf(
  { name, email, person }: Entry,
  wanted: string,
  words: readonly string[],
  profileOf: Standing['profileOf'],
): number {
  const inName = found(wanted, name);
  if (inName > 0) return inName;
  const profile = profileOf(person.user_id);
  const isThere = words.every(
    (word) => name.includes(word) || email.includes(word) || profile.includes(word),
  );
  return isThere ? 0 : -1;
}

/** Which line of the profile has a word of the query that the name and the address lack. */
export function reasonOf(
  { name, email }: Entry,
  profile: string,
  query: string,
): number | undefined {
  const words = fold(query).split(/\s+/u).filter(Boolean);
  const word = words.find((one) => !name.includes(one) && !email.includes(one));
  if (word === undefined) return undefined;
  const at = profile.split('\n').findIndex((line) => line.includes(word));
  return at < 0 ? undefined : at;
}
