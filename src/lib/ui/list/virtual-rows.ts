export interface RowHeading {
  readonly words: string;
  readonly tone?: 'danger' | undefined;
}

export interface RowSection extends RowHeading {
  readonly at: number;
}

/** A section for each run of rows with the same heading. Rows without one belong to none. */
export function sectionsOf<T>(
  rows: readonly T[],
  headingOf: (row: T) => RowHeading | undefined,
): readonly RowSection[] {
  const sections: RowSection[] = [];
  let words: string | undefined;
  for (const [at, row] of rows.entries()) {
    const heading = headingOf(row);
    if (heading && heading.words !== words) sections.push({ ...heading, at });
    words = heading?.words;
  }
  return sections;
}

/** Number of sections that begin before the row at `index`. */
export function sectionsBefore(sections: readonly RowSection[], index: number): number {
  let [low, high] = [0, sections.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.at ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rows drawn before and after the visible ones, so that fast scrolling shows no gap. */
const margin = 8;

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

/**
 * Which rows to draw, as a half-open range. Moves in steps of a few rows, so that scrolling a few
 * pixels changes nothing. All lengths in pixels.
 */
export function visibleRange(
  count: number,
  topOf: (index: number) => number,
  scrollTop: number,
  height: number,
): { readonly first: number; readonly end: number } {
  const step = margin / 2;
  const seen = Math.floor(rowAt(count, topOf, scrollTop) / step) * step;
  const last = rowAt(count, topOf, scrollTop + height);
  const end = Math.min(count, Math.ceil((last + 1) / step) * step + margin);
  return { first: Math.max(0, Math.min(seen - margin, end)), end };
}

/** The last row that begins at or above `y`. */
function rowAt(count: number, topOf: (index: number) => number, y: number): number {
  let low = 0;
  let high = Math.max(0, count - 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (topOf(middle) <= y) low = middle;
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
