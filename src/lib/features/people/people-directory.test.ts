import { describe, expect, it } from 'vitest';
import { aPerson } from '../../../../tests/support/state';
import {
  directoryEntriesOf,
  findInDirectory,
  orderEntries,
  matchingProfileLine,
  type DirectoryFacets,
} from './people-directory';

const people = [
  aPerson(4, { full_name: 'Zoë Marsh', email: 'zoe@example.com' }),
  aPerson(5, { full_name: 'Anna Zoega', role: 600 }),
  aPerson(6, { full_name: 'Bo', email: 'zo@example.com', role: 200 }),
  aPerson(7, { full_name: 'Lazo Bot', is_bot: true }),
  aPerson(8, { full_name: 'Zora', is_active: false }),
  aPerson(9, { full_name: 'Zoltan' }),
];
const entries = directoryEntriesOf(people, 'en');
const nobody: ReadonlySet<number> = new Set();
const standing = { here: nobody, muted: nobody, profileOf: () => '' };
const ids = (list: readonly { readonly person: { readonly user_id: number } }[]) =>
  list.map(({ person }) => person.user_id);
const all: DirectoryFacets = { kind: 'all' };

describe('the directory', () => {
  it('ranks matches at the start of the name first, then at the start of a word, then in the email address', () => {
    const { shown, gone } = findInDirectory(entries, 'zo', all, standing);
    expect(ids(shown)).toEqual([4, 9, 5, 7, 6]);
    expect(ids(gone)).toEqual([8]);
  });

  it('ignores case and accents and finds words in any order and position', () => {
    expect(ids(findInDirectory(entries, 'ZOE', all, standing).shown)).toEqual([4, 5]);
    expect(ids(findInDirectory(entries, 'marsh zoe@', all, standing).shown)).toEqual([4]);
    expect(ids(findInDirectory(entries, 'marsh anna', all, standing).shown)).toEqual([]);
  });

  it('finds people by their profile and reports the matching line', () => {
    const [one] = entries;
    const said = 'she/her\nislands and drizzle';
    const profileOf = (id: number) => (id === one!.person.user_id ? said : '');
    expect(findInDirectory(entries, 'drizzle', all, { ...standing, profileOf }).shown).toEqual([
      one,
    ]);
    expect(matchingProfileLine(one!, said, 'drizzle')).toBe(1);
    expect(matchingProfileLine(one!, said, one!.name)).toBeUndefined();
  });

  it('collapses muted and deactivated people', () => {
    const { shown, muted, gone } = findInDirectory(entries, '', all, {
      ...standing,
      muted: new Set([5, 8]),
    });
    expect([ids(shown), ids(muted), ids(gone)]).toEqual([[6, 7, 4, 9], [5], [8]]);
  });

  it.each<[string, DirectoryFacets, number[]]>([
    ['people', { kind: 'people' }, [5, 6, 4, 9]],
    ['bots', { kind: 'bots' }, [7]],
    ['who is here', { kind: 'here' }, [6]],
    ['a role', { kind: 'all', role: 600 }, [5]],
    ['members, whose role old servers leave out', { kind: 'all', role: 400 }, [4, 9]],
    ['a group', { kind: 'all', group: new Set([5, 9, 77]) }, [5, 9]],
  ])('is narrowed to %s', (_what, facets, left) => {
    expect(
      ids(findInDirectory(entries, '', facets, { ...standing, here: new Set([6]) }).shown),
    ).toEqual(left);
  });

  it('sorts by who is online, then by last activity, then by name', () => {
    const seen = new Map([
      [9, 100],
      [4, 50],
    ]);
    const order = { here: new Set([6, 5]), lastSeen: (id: number) => seen.get(id) ?? 0 };
    expect(ids(orderEntries(entries, 'active', order))).toEqual([5, 6, 9, 4, 7, 8]);
    expect(ids(orderEntries(entries, 'newest', order))).toEqual([9, 8, 7, 6, 5, 4]);
  });
});
