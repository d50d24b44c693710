import type { ScheduledItem } from '../messages/scheduled-item';
import {
  recurrenceBodyKey,
  recurrenceMembersOf,
  type RecurrenceMember,
  type Recurrence,
} from './recurrence-record';

/** Messages that are shown as one. */
export interface RecurrenceGroup {
  readonly key: string;
  /** Null: only their text and recipient are the same; the rule, if there is one, is elsewhere. */
  readonly recurrence: Recurrence | null;
  /** By time, the next one first; never empty. */
  readonly members: readonly RecurrenceMember[];
}

/** The first that says what the rule says. */
export function representativeItem({ members }: RecurrenceGroup): ScheduledItem {
  return (members.find(({ changed }) => !changed) ?? members[0])!.item;
}

/** So many with the same text and recipient are shown as one. */
const minGroupSize = 3;

/** A row of the list: one message, or those of a group folded into the next one of them. */
export interface FoldedItem extends ScheduledItem {
  readonly group?: RecurrenceGroup;
}

export interface RecurrenceGroups {
  readonly all: readonly RecurrenceGroup[];
  /** By key of a message, the group that it belongs to. */
  readonly of: ReadonlyMap<string, RecurrenceGroup>;
}

const keys = new WeakMap<ScheduledItem['body'], string>();

function keyOf(body: ScheduledItem['body']): string {
  let key = keys.get(body);
  if (key === undefined) keys.set(body, (key = recurrenceBodyKey(body)));
  return key;
}

export function recurrenceGroupsOf(
  items: readonly ScheduledItem[],
  kept: readonly Recurrence[],
): RecurrenceGroups {
  const all: RecurrenceGroup[] = [];
  const of = new Map<string, RecurrenceGroup>();
  const add = (
    key: string,
    recurrence: Recurrence | null,
    members: readonly RecurrenceMember[],
  ) => {
    if (members.length === 0) return;
    const group = { key, recurrence, members };
    all.push(group);
    for (const { item } of members) of.set(item.key, group);
  };
  for (const series of kept) add(`series-${series.id}`, series, recurrenceMembersOf(series, items));
  const same = new Map<string, ScheduledItem[]>();
  for (const item of items) {
    if (item.failed || of.has(item.key)) continue;
    const key = keyOf(item.body);
    const known = same.get(key);
    if (known) known.push(item);
    else same.set(key, [item]);
  }
  for (const [key, equal] of same) {
    if (equal.length < minGroupSize) continue;
    const members = equal.map((item) => ({ item, planned: item.timestamp, changed: false }));
    add(`same-${shortHash(key)}`, null, members);
  }
  return { all, of };
}

/** The same for the same text, so that a group keeps its key while its messages go out. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/**
 * Each group once, where its first message stands; those of an unfolded one stand in their own
 * places, too.
 */
export function foldGroups(
  rows: readonly ScheduledItem[],
  { of }: RecurrenceGroups,
  unfolded: ReadonlySet<string>,
): readonly FoldedItem[] {
  if (of.size === 0) return rows;
  const seen = new Set<string>();
  return rows.flatMap((item): FoldedItem[] => {
    const group = of.get(item.key);
    if (!group) return [item];
    const singly = unfolded.has(group.key) ? [item] : [];
    if (seen.has(group.key)) return singly;
    seen.add(group.key);
    return [{ ...item, key: group.key, group }, ...singly];
  });
}
