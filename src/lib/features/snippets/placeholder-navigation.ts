import type { UnfilledPlaceholder } from './placeholders';

/** The placeholder that is selected as a whole: typing replaces it. */
export function selectedPlaceholder(
  placeholders: readonly UnfilledPlaceholder[],
  start: number,
  end: number,
): UnfilledPlaceholder | undefined {
  return placeholders.find((placeholder) => placeholder.start === start && placeholder.end === end);
}

/**
 * Where Tab moves from a selection: to the next unfilled placeholder, or to the first one if the
 * caret is after all of them. Undefined if Tab leaves the box: from the last selected placeholder,
 * and backward before the first, so that the focus is never trapped.
 */
export function nextPlaceholder(
  placeholders: readonly UnfilledPlaceholder[],
  start: number,
  end: number,
  backwards: boolean,
): UnfilledPlaceholder | undefined {
  if (backwards) return placeholders.findLast((placeholder) => placeholder.end <= start);
  const next = placeholders.find((placeholder) => placeholder.start >= end);
  return next ?? (selectedPlaceholder(placeholders, start, end) ? undefined : placeholders[0]);
}
