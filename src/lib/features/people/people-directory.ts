import { foldCase } from '../../api/fold-case';
import type { User } from '../../api/user';
import { roleOf } from '../../api/roles';
import { foldedNameOf } from '../../writing/recipients/name-index';
import { foldName, matchRank } from '../../writing/recipients/rank-by-name';

/**
 * A person with the precomputed strings the directory searches. Created once, not on every key
 * press.
 */
export interface DirectoryEntry {
  readonly key: string;
  readonly person: User;
  /** Case and accents folded. */
  readonly name: string;
  readonly email: string;
}

/** Filters of the directory. `role`: role number. `group`: ids of the group's members. */
export interface DirectoryFacets {
  readonly kind: 'all' | 'people' | 'bots' | 'here';
  readonly role?: number | undefined;
  readonly group?: ReadonlySet<number> | undefined;
}

export type DirectoryOrder = 'name' | 'active' | 'newest';

/** Data used to sort and filter; frozen so that rows don't move under the pointer. */
export interface DirectorySnapshot {
  /** Ids of people who are online. */
  readonly here: ReadonlySet<number>;
  /** When the person was last online. */
  readonly lastSeen: (user_id: number) => number;
  readonly muted: ReadonlySet<number>;
  /** The person's profile, case and accents folded, one line per field. */
  readonly profileOf: (user_id: number) => string;
}

/** Everyone, by name. */
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

/** The same entries in another order. Ties are sorted by name. */
export function orderEntries(
  entries: readonly DirectoryEntry[],
  order: DirectoryOrder,
  { here, lastSeen }: Pick<DirectorySnapshot, 'here' | 'lastSeen'>,
): readonly DirectoryEntry[] {
  if (order === 'name') return entries;
  // Newer accounts have higher ids.
  if (order === 'newest') return entries.toSorted((a, b) => b.person.user_id - a.person.user_id);
  const rank = ({ person }: DirectoryEntry) =>
    here.has(person.user_id) ? Infinity : lastSeen(person.user_id);
  const ranks = new Map(entries.map((entry) => [entry, rank(entry)]));
  const of = (entry: DirectoryEntry) => ranks.get(entry) ?? 0;
  // Both can be online: Infinity minus Infinity is NaN.
  return entries.toSorted((a, b) => (of(a) === of(b) ? 0 : of(b) - of(a)));
}

export interface FoundPeople {
  readonly shown: readonly DirectoryEntry[];
  /** Collapsed below the others. */
  readonly muted: readonly DirectoryEntry[];
  readonly gone: readonly DirectoryEntry[];
}

/**
 * Entries that match the query and filters, in the given order. With a query, matches at the start
 * of the name come first, then at the start of a word in it, then elsewhere in the name, then in
 * the email address or profile. Doesn't sort, because it runs on every key press.
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
  if (wanted !== undefined && (is_bot || roleOf({ role }) !== wanted)) return false;
  return group === undefined || group.has(user_id);
}

/** 3 to 0, higher is better; -1 if nothing matches. */
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

/** Index of the profile line containing a query word that the name and email address lack. */
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
