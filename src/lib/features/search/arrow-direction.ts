const isMirrored = (event: KeyboardEvent) =>
  getComputedStyle(event.target as Element).direction === 'rtl';

/** An arrow key that points toward the end of the line, which is the left in a right-to-left text. */
export function isArrowForward(event: KeyboardEvent): boolean {
  return event.key === (isMirrored(event) ? 'ArrowLeft' : 'ArrowRight');
}

/** An arrow key that points toward the start of the line. */
export function isArrowBack(event: KeyboardEvent): boolean {
  return event.key === (isMirrored(event) ? 'ArrowRight' : 'ArrowLeft');
}
