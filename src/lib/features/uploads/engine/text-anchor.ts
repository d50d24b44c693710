/** A place in a text, described by the text at that time, so that edits needn't be tracked. */
export interface TextAnchor {
  readonly offset: number;
  readonly text: string;
}

/** The place in the current text, or its end if the text around the place was rewritten. */
export function resolveAnchor({ offset, text }: TextAnchor, today: string): number {
  const shorter = Math.min(text.length, today.length);
  let start = 0;
  while (start < shorter && text[start] === today[start]) start++;
  if (offset <= start) return offset;
  let end = 0;
  while (end < shorter - start && text[text.length - 1 - end] === today[today.length - 1 - end]) {
    end++;
  }
  const fromEnd = text.length - offset;
  return fromEnd <= end ? today.length - fromEnd : today.length;
}

/** The text to insert and where, with spaces that separate the link from words. */
export function spacedInsertion(
  text: string,
  at: number,
  link: string,
): { readonly at: number; readonly text: string } {
  const before = text.slice(0, at);
  const after = text.slice(at);
  const lead = before === '' || /\s$/.test(before) ? '' : ' ';
  const trail = after === '' || /^\s/.test(after) ? '' : ' ';
  return { at, text: `${lead}${link}${trail}` };
}
