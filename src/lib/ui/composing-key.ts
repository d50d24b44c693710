/**
 * Whether a key belongs to an input method that is composing a text, such as the Enter that confirms
 * what was chosen. Safari ends the composition first: only the code tells then.
 * https://w3c.github.io/uievents/#determine-keydown-keyup-keyCode
 */
export function isComposingKey(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line no-restricted-properties -- the one place
  return event.isComposing || event.keyCode === 229;
}
