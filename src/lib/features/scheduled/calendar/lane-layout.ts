/** An item at an offset on the scale. */
export interface LaneEntry<T> {
  readonly item: T;
  readonly top: number;
}

export interface LaneBlock<T> extends LaneEntry<T> {
  /** Lane of the block, from 0, out of `lanes`. */
  readonly lane: number;
  readonly lanes: number;
  /** There is a `LaneOverflow` beside the lanes. */
  readonly crowded: boolean;
}

/** Items without a lane, shown as one number. */
export interface LaneOverflow<T> {
  readonly top: number;
  readonly items: readonly T[];
}

export interface LaneLayout<T> {
  readonly blocks: readonly LaneBlock<T>[];
  readonly more: readonly LaneOverflow<T>[];
}

/**
 * Places blocks of equal height side by side where they overlap, in at most `maxLanes` lanes.
 * Entries are sorted; those without a free lane are counted. Blocks that overlap directly or
 * through others have the same width.
 */
export function layOutLanes<T>(
  entries: readonly LaneEntry<T>[],
  height: number,
  maxLanes: number,
): LaneLayout<T> {
  const blocks: LaneBlock<T>[] = [];
  const more: LaneOverflow<T>[] = [];
  for (const cluster of clustersOf(entries, height)) {
    const bottoms: number[] = [];
    const placed: (LaneEntry<T> & { lane: number })[] = [];
    const rest: { top: number; items: T[] }[] = [];
    for (const entry of cluster) {
      const free = bottoms.findIndex((bottom) => bottom <= entry.top);
      const lane = free >= 0 ? free : bottoms.length;
      if (lane < maxLanes) {
        bottoms[lane] = entry.top + height;
        placed.push({ ...entry, lane });
        continue;
      }
      const last = rest.at(-1);
      if (last && entry.top < last.top + height) last.items.push(entry.item);
      else rest.push({ top: entry.top, items: [entry.item] });
    }
    const lanes = bottoms.length;
    const crowded = rest.length > 0;
    for (const entry of placed) blocks.push({ ...entry, lanes, crowded });
    more.push(...rest);
  }
  return { blocks, more };
}

function* clustersOf<T>(
  entries: readonly LaneEntry<T>[],
  height: number,
): Generator<LaneEntry<T>[]> {
  let cluster: LaneEntry<T>[] = [];
  let bottom = -Infinity;
  for (const entry of entries) {
    if (entry.top >= bottom && cluster.length > 0) {
      yield cluster;
      cluster = [];
    }
    cluster.push(entry);
    bottom = entry.top + height;
  }
  if (cluster.length > 0) yield cluster;
}
