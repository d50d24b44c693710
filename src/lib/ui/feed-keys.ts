/**
 * Effect of a key in a feed: scrolls within a row that is taller than the feed, or goes to another
 * row.
 */
export interface FeedKeyStep {
  readonly scroll?: number;
  readonly row?: string | undefined;
}

/** Part of the feed's height by which a tall row scrolls. */
const step = 0.6;

/**
 * Arrows, J and K go from row to row; from the feed itself to the lowest or highest visible row.
 * Null for every other key.
 */
export function nextInFeed(
  event: KeyboardEvent,
  feed: HTMLElement,
  row: HTMLElement | undefined,
): FeedKeyStep | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey || metaKey || altKey || shiftKey) return null;
  const isUp = key === 'ArrowUp' || key === 'k';
  if (!isUp && key !== 'ArrowDown' && key !== 'j') return null;
  const frame = feed.getBoundingClientRect();
  if (!row) {
    const rows = [...feed.querySelectorAll<HTMLElement>('[data-key]')];
    const seen = rows.filter((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return bottom > frame.top + 1 && top < frame.bottom - 1;
    });
    return { row: (isUp ? seen.at(-1) : seen[0])?.dataset['key'] };
  }
  const { top, bottom } = row.getBoundingClientRect();
  const hidden = isUp ? frame.top - top : bottom - frame.bottom;
  if (hidden > 1 && bottom - top > frame.height) {
    const by = Math.min(hidden, frame.height * step);
    return { scroll: isUp ? -by : by };
  }
  let next = isUp ? row.previousElementSibling : row.nextElementSibling;
  while (next && !next.matches('[data-key]')) {
    next = isUp ? next.previousElementSibling : next.nextElementSibling;
  }
  return { row: (next as HTMLElement | null)?.dataset['key'] };
}
