/**
 * A message has at most 10,000 code points. Texts up to this many UTF-16 units can use any markup.
 */
const asMessage = 20_000;
/** Limit for longer texts, in units of `weights`. Plain prose uses a quarter of it. */
const maxMarkupCharacters = 10_000;

/** How much work a character can cause. */
const weights = new Uint8Array(128);
weights['\n'.charCodeAt(0)] = 4;
for (const mark of '*_`~$[]<>&@#|') weights[mark.charCodeAt(0)] = 25;
for (const mark of '.:-+/0123456789') weights[mark.charCodeAt(0)] = 1;

/**
 * Whether a text is longer than any message and full of markup. Such a text is shown as written,
 * which costs less than rendering prose of its size.
 */
export function isTooCostly(content: string): boolean {
  if (content.length <= asMessage) return false;
  let work = 0;
  for (let at = 0; at < content.length; at++) {
    const code = content.charCodeAt(at);
    if (code < 128) work += weights[code]!;
    else if (isPicture(code)) work += 25;
    if (work > maxMarkupCharacters) return true;
  }
  return false;
}

/** Symbols, and the first surrogates of emoji. */
function isPicture(code: number): boolean {
  return (code >= 0x2300 && code <= 0x2bff) || (code >= 0xd83c && code <= 0xd83e);
}
