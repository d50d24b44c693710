/**
 * The text with U+FFFD in the place of each half of a surrogate pair, as whatever writes UTF-8 puts it
 * there: text that another program has cut, or a keyboard between two events. `toWellFormed` for
 * browsers that lack it.
 */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
