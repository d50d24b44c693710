/** A heading above a row. */
export interface RowHeading {
  readonly words: string;
  readonly tone?: 'danger' | undefined;
}

/** Rows drawn before and after the visible ones, so that fast scrolling shows no gap. */
const margin = 8;

/**
 * Which rows of equal height to draw, as a half-open range. Moves in steps of a few rows, so that
 * scrolling a few pixels changes nothing. All lengths in pixels.
 */
export function visibleRange(
  count: number,
  rowHeight: number,
  scrollTop: number,
  height: number,
): { readonly first: number; readonly end: number } {
  const step = margin / 2;
  const seen = Math.floor(scrollTop / rowHeight / step) * step;
  const end = Math.min(count, seen + Math.ceil(height / rowHeight) + step + margin);
  return { first: Math.max(0, Math.min(seen - margin, end)), end };
}

/**
 * Tops of rows of equal height with optional headings above them; the last number is the end of all
 * rows.
 */
export function topsUnderHeadings(
  headings: readonly unknown[],
  rowHeight: number,
  headingHeight: number,
): readonly number[] {
  const tops = [0];
  let top = 0;
  for (const heading of headings) {
    top += rowHeight + (heading === undefined ? 0 : headingHeight);
    tops.push(top);
  }
  return tops;
}

/** Like `visibleRange`, for rows that begin at `tops`. */
export function visibleRangeOfTops(
  tops: readonly number[],
  scrollTop: number,
  height: number,
): { readonly first: number; readonly end: number } {
  const count = tops.length - 1;
  const step = margin / 2;
  const seen = Math.floor(rowAt(tops, scrollTop) / step) * step;
  const last = rowAt(tops, scrollTop + height);
  const end = Math.min(count, Math.ceil((last + 1) / step) * step + margin);
  return { first: Math.max(0, Math.min(seen - margin, end)), end };
}

/** The last row that begins at or above `y`. */
function rowAt(tops: readonly number[], y: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The row that a key moves to from `at`, or undefined if the key doesn't move. */
export function rowAfterKey(
  key: string,
  at: number,
  count: number,
  page: number,
): number | undefined {
  const to = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, to));
}
