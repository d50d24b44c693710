/** Rows drawn before and after what is seen, so that a quick scroll meets no gap. */
const margin = 8;

/**
 * Which rows of equal height to draw, as a half-open range. Steps by a few rows, so that a scroll of
 * some pixels changes nothing. All lengths in pixels.
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

/** The row that a key moves to from `at`, or undefined when the key does not move. */
export function rowAfterKey(
  key: string,
  at: number,
  count: number,
  page: number,
): number | undefined {
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, to));
}
