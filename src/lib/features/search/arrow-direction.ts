const isMirrored = (event: KeyboardEvent) =>
  getComputedStyle(event.target as Element).direction === 'rtl';

/** The arrow key that points toward the end of a line: the left one in right-to-left text. */
export function isArrowForward(event: KeyboardEvent): boolean {
  return event.key === (isMirrored(event) ? 'ArrowLeft' : 'ArrowRight');
}

/** The arrow key that points toward the start of a line. */
export function isArrowBack(event: KeyboardEvent): boolean {
  return event.key === (isMirrored(event) ? 'ArrowRight' : 'ArrowLeft');
}
