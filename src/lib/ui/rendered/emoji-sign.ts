/** The emoji character for an element of class `emoji-1f389`; undefined for others. */
export function emojiSign(element: Element): string | undefined {
  const code = [...element.classList].find((name) => name.startsWith('emoji-'));
  if (!code) return undefined;
  const points = code
    .split('-')
    .slice(1)
    .map((hex) => parseInt(hex, 16));
  if (points.some((point) => !(point <= 0x10ffff))) return undefined;
  // The variation selector requests the colored form of characters that have two.
  return `${String.fromCodePoint(...points)}${points.length === 1 ? '\ufe0f' : ''}`;
}
