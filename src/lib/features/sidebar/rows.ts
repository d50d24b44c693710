import { fold } from '../../writing/rank';
import type { Entry, Group } from './model';

/** One line of the sidebar, each as high as the other. */
export type Row =
  | {
      readonly kind: 'heading';
      readonly key: string;
      readonly group: Group;
      readonly isOpen: boolean;
    }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: Entry };

/** The lines of the groups. A closed group still shows what is unread; a filter opens all. */
export function rowsOf(
  groups: readonly Group[],
  closed: ReadonlySet<string>,
  nameOf: (group: Group) => string,
  query: string,
): readonly Row[] {
  const wanted = fold(query);
  return groups.flatMap((group): readonly Row[] => {
    const isOpen = wanted !== '' || !closed.has(group.key);
    const isNamed = wanted !== '' && fold(nameOf(group)).includes(wanted);
    const shown = group.entries.filter(({ label, unread, kind }) => {
      if (wanted !== '') return isNamed || (kind !== 'more' && fold(label).includes(wanted));
      return isOpen || unread.look === 'number' || unread.look === 'dot';
    });
    if (shown.length === 0 && wanted !== '') return [];
    const heading = { kind: 'heading', key: `group-${group.key}`, group, isOpen } as const;
    return [heading, ...shown.map((entry) => ({ kind: 'entry', key: entry.key, entry }) as const)];
  });
}

/**
 * The rows in the places that they had: while a person is there nothing moves. What is new waits, what
 * is gone stays.
 */
export function keptInPlace(live: readonly Row[], before: readonly Row[]): readonly Row[] {
  if (before.length === 0) return live;
  const now = new Map(live.map((row) => [row.key, row]));
  return before.map((row) => now.get(row.key) ?? row);
}
