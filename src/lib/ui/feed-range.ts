/** How many rows are drawn. */
export interface FeedLimits {
  /** At first, on either side. */
  readonly atFirst: number;
  /** By so many it grows. */
  readonly step: number;
  /** Screens that are ready beyond what is seen. */
  readonly ready: number;
  /** There are no more, unless they are nearer than so many screens. */
  readonly max: number;
  readonly far: number;
}

/** Who reads a conversation comes back to what was just there. */
export const readingLimits: FeedLimits = { atFirst: 30, step: 40, ready: 2, max: 300, far: 4 };
/** Who looks through what was found wants its first rows at once. */
export const browsingLimits: FeedLimits = { atFirst: 6, step: 12, ready: 1, max: 80, far: 3 };

/** The rows that are drawn, from an index on and before another. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** Around a row, or at the end. */
export function rangeAround(index: number, count: number, { atFirst }: FeedLimits): RowRange {
  if (index < 0) return { first: Math.max(0, count - 2 * atFirst), end: count };
  return { first: Math.max(0, index - atFirst), end: Math.min(count, index + 2 * atFirst) };
}

/** What is drawn, in pixels above and below what is seen, which is `height`. */
export interface FeedExtent {
  readonly above: number;
  readonly below: number;
  readonly height: number;
}

/**
 * With more rows where little is left before what is seen, without those far away where there are too
 * many. `spare` says how many of the first, or of the last, rows can go with their heights, in order.
 */
export function adjustRange(
  { first, end }: RowRange,
  count: number,
  { above, below, height }: FeedExtent,
  { step, ready, max: most, far }: FeedLimits,
  spare: (side: 'first' | 'last') => readonly number[],
): RowRange {
  const next = {
    first: above < ready * height ? Math.max(0, first - step) : first,
    end: below < ready * height ? Math.min(count, end + step) : end,
  };
  let over = next.end - next.first - most;
  if (over > 0 && next.first === first) {
    const gone = dispensable(spare('first'), above - far * height, over);
    next.first += gone;
    over -= gone;
  }
  if (over > 0 && next.end === end)
    next.end -= dispensable(spare('last'), below - far * height, over);
  return next;
}

/** How many of these rows there are within so many pixels. */
function dispensable(heights: readonly number[], pixels: number, wanted: number): number {
  let left = pixels;
  let gone = 0;
  for (const height of heights) {
    left -= height;
    if (left < 0 || gone >= wanted) break;
    gone += 1;
  }
  return gone;
}
