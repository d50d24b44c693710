/**
 * Replaces each half of a surrogate pair with U+FFFD, as writing UTF-8 would. Such halves come from
 * text that another program cut, or from a keyboard between two events. Does what `toWellFormed`
 * does, for browsers that lack it.
 */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
