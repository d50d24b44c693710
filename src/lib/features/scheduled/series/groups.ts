import type { Item } from '../messages/item';
import { bodyKey, membersOf, type Member, type Series } from './record';

/** Messages that are shown as one. */
export interface Group {
  readonly key: string;
  /** Null: only their text and recipient are the same; the rule, if there is one, is elsewhere. */
  readonly series: Series | null;
  /** By time, the next one first; never empty. */
  readonly members: readonly Member[];
}

/** The first that says what the rule says. */
export function textOf({ members }: Group): Item {
  return (members.find(({ changed }) => !changed) ?? members[0])!.item;
}

/** So many with the same text and recipient are shown as one. */
const fewest = 3;

/** A row of the list: one message, or those of a group folded into the next one of them. */
export interface Entry extends Item {
  readonly group?: Group;
}

export interface Groups {
  readonly all: readonly Group[];
  /** By key of a message, the group that it belongs to. */
  readonly of: ReadonlyMap<string, Group>;
}

const keys = new WeakMap<Item['body'], string>();

function keyOf(body: Item['body']): string {
  let key = keys.get(body);
  if (key === undefined) keys.set(body, (key = bodyKey(body)));
  return key;
}

export function groupsOf(items: readonly Item[], kept: readonly Series[]): Groups {
  const all: Group[] = [];
  const of = new Map<string, Group>();
  const add = (key: string, series: Series | null, members: readonly Member[]) => {
    if (members.length === 0) return;
    const group = { key, series, members };
    all.push(group);
    for (const { item } of members) of.set(item.key, group);
  };
  for (const series of kept) add(`series-${series.id}`, series, membersOf(series, items));
  const same = new Map<string, Item[]>();
  for (const item of items) {
    if (item.failed || of.has(item.key)) continue;
    const key = keyOf(item.body);
    const known = same.get(key);
    if (known) known.push(item);
    else same.set(key, [item]);
  }
  for (const [key, equal] of same) {
    if (equal.length < fewest) continue;
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
export function folded(
  rows: readonly Item[],
  { of }: Groups,
  unfolded: ReadonlySet<string>,
): readonly Entry[] {
  if (of.size === 0) return rows;
  const seen = new Set<string>();
  return rows.flatMap((item): Entry[] => {
    const group = of.get(item.key);
    if (!group) return [item];
    const singly = unfolded.has(group.key) ? [item] : [];
    if (seen.has(group.key)) return singly;
    seen.add(group.key);
    return [{ ...item, key: group.key, group }, ...singly];
  });
}
