/** Something at a place on the axis. */
export interface Entry<T> {
  readonly item: T;
  readonly top: number;
}

export interface Block<T> extends Entry<T> {
  /** The lane that it is in, of how many, counted from nought. */
  readonly lane: number;
  readonly lanes: number;
  /** Beside the lanes there are `More`. */
  readonly crowded: boolean;
}

/** Those for which there is no lane, drawn as one number. */
export interface More<T> {
  readonly top: number;
  readonly items: readonly T[];
}

export interface Layout<T> {
  readonly blocks: readonly Block<T>[];
  readonly more: readonly More<T>[];
}

/**
 * Lays blocks of one height side by side where they would overlap, in at most so many lanes. Entries
 * come in order; what finds no lane is counted. Blocks that touch, one through another, share a width.
 */
export function layOut<T>(
  entries: readonly Entry<T>[],
  height: number,
  mostLanes: number,
): Layout<T> {
  const blocks: Block<T>[] = [];
  const more: More<T>[] = [];
  for (const cluster of clustersOf(entries, height)) {
    const bottoms: number[] = [];
    const placed: (Entry<T> & { lane: number })[] = [];
    const rest: { top: number; items: T[] }[] = [];
    for (const entry of cluster) {
      const free = bottoms.findIndex((bottom) => bottom <= entry.top);
      const lane = free >= 0 ? free : bottoms.length;
      if (lane < mostLanes) {
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

function* clustersOf<T>(entries: readonly Entry<T>[], height: number): Generator<Entry<T>[]> {
  let cluster: Entry<T>[] = [];
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
