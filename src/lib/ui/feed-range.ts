/** How many rows are drawn. */
export interface FeedLimits {
  /** Rows drawn initially on either side. */
  readonly atFirst: number;
  /** Rows added at a time. */
  readonly step: number;
  /** Screens of rows to keep ready beyond the visible part. */
  readonly ready: number;
  /** Maximum number of rows; rows closer than `far` screens stay anyway. */
  readonly max: number;
  readonly far: number;
}

/** Readers of a conversation often scroll back a little. */
export const readingLimits: FeedLimits = { atFirst: 30, step: 40, ready: 2, max: 300, far: 4 };
/** Users who browse search results want the first rows immediately. */
export const browsingLimits: FeedLimits = { atFirst: 6, step: 12, ready: 1, max: 80, far: 3 };

/** The drawn rows, as a half-open range of indexes. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** A range around a row, or at the end if `index` is negative. */
export function rangeAround(index: number, count: number, { atFirst }: FeedLimits): RowRange {
  if (index < 0) return { first: Math.max(0, count - 2 * atFirst), end: count };
  return { first: Math.max(0, index - atFirst), end: Math.min(count, index + 2 * atFirst) };
}

/** Pixels drawn above and below the visible part, which is `height` pixels high. */
export interface FeedExtent {
  readonly above: number;
  readonly below: number;
  readonly height: number;
}

/**
 * Adds rows where little is left before the edge, and removes those far away if there are too many.
 * `spare` returns the heights of the first or last rows that can be removed, in order.
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

/** How many of these rows fit into so many pixels, up to `wanted`. */
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
