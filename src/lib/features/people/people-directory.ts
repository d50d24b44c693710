import { foldCase } from '../../api/fold-case';
import type { User } from '../../api/user';
import { foldedNameOf } from '../../writing/recipients/name-index';
import { foldName, matchRank } from '../../writing/recipients/rank-by-name';

/** Somebody as the directory lists and finds them; made once, not at each key. */
export interface DirectoryEntry {
  readonly key: string;
  readonly person: User;
  /** Folded. */
  readonly name: string;
  readonly email: string;
}

/** What of the directory is shown. `role`: one of the roles. `group`: only its people, by id. */
export interface DirectoryFacets {
  readonly kind: 'all' | 'people' | 'bots' | 'here';
  readonly role?: number | undefined;
  readonly group?: ReadonlySet<number> | undefined;
}

export type DirectoryOrder = 'name' | 'active' | 'newest';

/** Times and choices that rows are listed by; they stay what they are while rows are under a hand. */
export interface DirectorySnapshot {
  /** Those who are there now. */
  readonly here: ReadonlySet<number>;
  /** When somebody was last there. */
  readonly lastSeen: (user_id: number) => number;
  readonly muted: ReadonlySet<number>;
  /** What they say of themselves, folded, one line for each field. */
  readonly profileOf: (user_id: number) => string;
}

/** Everybody, by name. */
export function directoryEntriesOf(
  users: Iterable<User>,
  locale: string,
): readonly DirectoryEntry[] {
  const { compare } = new Intl.Collator(locale);
  return Array.from(users, (person): DirectoryEntry => {
    const { user_id, full_name, delivery_email, email } = person;
    return {
      key: String(user_id),
      person,
      name: foldedNameOf(person, full_name),
      email: foldCase(delivery_email ?? email),
    };
  }).sort((a, b) => compare(a.person.full_name, b.person.full_name));
}

/** The same people in another order; of equals by name. */
export function orderEntries(
  entries: readonly DirectoryEntry[],
  order: DirectoryOrder,
  { here, lastSeen }: Pick<DirectorySnapshot, 'here' | 'lastSeen'>,
): readonly DirectoryEntry[] {
  if (order === 'name') return entries;
  // Ids count up.
  if (order === 'newest') return entries.toSorted((a, b) => b.person.user_id - a.person.user_id);
  const rank = ({ person }: DirectoryEntry) =>
    here.has(person.user_id) ? Infinity : lastSeen(person.user_id);
  const ranks = new Map(entries.map((entry) => [entry, rank(entry)]));
  const of = (entry: DirectoryEntry) => ranks.get(entry) ?? 0;
  // Both may be here: the difference of infinities is no number.
  return entries.toSorted((a, b) => (of(a) === of(b) ? 0 : of(b) - of(a)));
}

export interface FoundPeople {
  readonly shown: readonly DirectoryEntry[];
  /** Folded away below the others. */
  readonly muted: readonly DirectoryEntry[];
  readonly gone: readonly DirectoryEntry[];
}

/**
 * Whom the query and the facets leave, in the order given; of a query those first whose name begins
 * with it, then those with a word that does, then who has it elsewhere in the name, then in the
 * e-mail address or the profile. Without sorting: it runs at each key.
 */
export function findInDirectory(
  entries: readonly DirectoryEntry[],
  query: string,
  facets: DirectoryFacets,
  { here, muted, profileOf }: Omit<DirectorySnapshot, 'lastSeen'>,
): FoundPeople {
  const wanted = foldName(query);
  const words = wanted.split(/\s+/u);
  const shown: DirectoryEntry[][] = [[], [], [], []];
  const silent: DirectoryEntry[][] = [[], [], [], []];
  const gone: DirectoryEntry[][] = [[], [], [], []];
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
  { kind, role: wanted, group }: DirectoryFacets,
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
  { name, email, person }: DirectoryEntry,
  wanted: string,
  words: readonly string[],
  profileOf: DirectorySnapshot['profileOf'],
): number {
  const inName = matchRank(wanted, name);
  if (inName > 0) return inName;
  const profile = profileOf(person.user_id);
  const isThere = words.every(
    (word) => name.includes(word) || email.includes(word) || profile.includes(word),
  );
  return isThere ? 0 : -1;
}

/** Which line of the profile has a word of the query that the name and the address lack. */
export function matchingProfileLine(
  { name, email }: DirectoryEntry,
  profile: string,
  query: string,
): number | undefined {
  const words = foldName(query).split(/\s+/u).filter(Boolean);
  const word = words.find((one) => !name.includes(one) && !email.includes(one));
  if (word === undefined) return undefined;
  const at = profile.split('\n').findIndex((line) => line.includes(word));
  return at < 0 ? undefined : at;
}
