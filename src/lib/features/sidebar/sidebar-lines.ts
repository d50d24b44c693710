import { foldName } from '../../writing/recipients/rank-by-name';
import type { SidebarEntry, SidebarGroup } from './sidebar-groups';

/** One line of the sidebar. All lines have the same height. */
export type SidebarLine =
  | {
      readonly kind: 'heading';
      readonly key: string;
      readonly group: SidebarGroup;
      readonly isOpen: boolean;
    }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: SidebarEntry };

/** The lines of the groups. A collapsed group still shows unread entries; a filter expands all. */
export function sidebarLinesOf(
  groups: readonly SidebarGroup[],
  closed: ReadonlySet<string>,
  nameOf: (group: SidebarGroup) => string,
  query: string,
): readonly SidebarLine[] {
  const wanted = foldName(query);
  return groups.flatMap((group): readonly SidebarLine[] => {
    const isOpen = wanted !== '' || !closed.has(group.key);
    const isNamed = wanted !== '' && foldName(nameOf(group)).includes(wanted);
    const shown = group.entries.filter(({ label, unread, kind }) => {
      if (wanted !== '') return isNamed || (kind !== 'more' && foldName(label).includes(wanted));
      return isOpen || unread.look === 'number' || unread.look === 'dot';
    });
    if (shown.length === 0 && wanted !== '') return [];
    const heading = { kind: 'heading', key: `group-${group.key}`, group, isOpen } as const;
    return [heading, ...shown.map((entry) => ({ kind: 'entry', key: entry.key, entry }) as const)];
  });
}

/**
 * Keeps the rows in their previous order while the user is in the list: new rows are held back,
 * gone ones stay.
 */
export function withStableOrder(
  live: readonly SidebarLine[],
  before: readonly SidebarLine[],
): readonly SidebarLine[] {
  if (before.length === 0) return live;
  const now = new Map(live.map((row) => [row.key, row]));
  return before.map((row) => now.get(row.key) ?? row);
}
