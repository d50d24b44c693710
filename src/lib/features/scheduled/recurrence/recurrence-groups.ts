import { appendTo } from '../../../api/append-to';
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
  /**
   * Null if the messages only have the same text and recipient; a rule, if any, is on another
   * device.
   */
  readonly recurrence: Recurrence | null;
  /** Sorted by time, never empty. */
  readonly members: readonly RecurrenceMember[];
}

/** The first unchanged message, otherwise the first. */
export function representativeItem({ members }: RecurrenceGroup): ScheduledItem {
  return (members.find(({ changed }) => !changed) ?? members[0])!.item;
}

/** At least this many messages with the same text and recipient are shown as one. */
const minGroupSize = 3;

/** A row of the list: a single message, or a group folded into its next message. */
export interface FoldedItem extends ScheduledItem {
  readonly group?: RecurrenceGroup;
}

export interface RecurrenceGroups {
  readonly all: readonly RecurrenceGroup[];
  /** The group of a message, by the message's key. */
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
    appendTo(same, keyOf(item.body), item);
  }
  for (const [key, equal] of same) {
    if (equal.length < minGroupSize) continue;
    const members = equal.map((item) => ({ item, planned: item.timestamp, changed: false }));
    add(`same-${shortHash(key)}`, null, members);
  }
  return { all, of };
}

/** A hash of the text, so that a group keeps its key while its messages are sent. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/**
 * Shows each group once, at its first message. Messages of an unfolded group also appear at their
 * own positions.
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
