/**
 * Whether a key belongs to an input method that is composing text, for example the Enter that
 * confirms a candidate. Safari ends the composition first, so there only the key code shows it.
 * https://w3c.github.io/uievents/#determine-keydown-keyup-keyCode
 */
export function isComposingKey(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line no-restricted-properties -- the one place
  return event.isComposing || event.keyCode === 229;
}
