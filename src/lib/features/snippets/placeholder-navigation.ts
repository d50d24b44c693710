import type { UnfilledPlaceholder } from './placeholders';

/** The placeholder that is selected as a whole: typing replaces it. */
export function selectedPlaceholder(
  blanks: readonly UnfilledPlaceholder[],
  start: number,
  end: number,
): UnfilledPlaceholder | undefined {
  return blanks.find((blank) => blank.start === start && blank.end === end);
}

/**
 * Where Tab moves from a selection: to the next unfilled placeholder, or to the first one if the
 * caret is after all of them. Undefined if Tab leaves the box: from the last selected placeholder,
 * and backward before the first, so that the focus is never trapped.
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
