import type { UnfilledPlaceholder } from './placeholders';

/** The blank that is selected as a whole: typing fills it in. */
export function selectedPlaceholder(
  blanks: readonly UnfilledPlaceholder[],
  start: number,
  end: number,
): UnfilledPlaceholder | undefined {
  return blanks.find((blank) => blank.start === start && blank.end === end);
}

/**
 * Where Tab goes from a selection: to the next open blank, from anywhere behind the last one to the
 * first. Undefined, it leaves the box: behind the last blank that one stands on, and backwards before
 * the first, so nobody is caught.
 */
export function nextPlaceholder(
  blanks: readonly UnfilledPlaceholder[],
  start: number,
  end: number,
  backwards: boolean,
): UnfilledPlaceholder | undefined {
  if (backwards) return blanks.findLast((blank) => blank.end <= start);
  const next = blanks.find((blank) => blank.start >= end);
  return next ?? (selectedPlaceholder(blanks, start, end) ? undefined : blanks[0]);
}
