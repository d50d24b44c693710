/** A place in a text, told by the text as it was then: nobody has to follow it through the edits. */
export interface TextAnchor {
  readonly offset: number;
  readonly text: string;
}

/** Where the place is in the text of today; its end when the part around the place was rewritten. */
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

/** What to insert where, so that words and link do not run into each other. */
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
