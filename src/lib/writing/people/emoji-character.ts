interface Emoji {
  readonly reaction_type?: string | undefined;
  readonly emoji_code?: string | undefined;
}

/** The character of a Unicode emoji, from its hex code points; null for other emoji. */
export function emojiCharacterOf({ reaction_type, emoji_code }: Emoji): string | null {
  if (reaction_type !== 'unicode_emoji' || !emoji_code) return null;
  const points = emoji_code.split('-').map((hex) => parseInt(hex, 16));
  if (points.some((point) => !(point <= 0x10ffff))) return null;
  // Selects the color form of characters that have two.
  return `${String.fromCodePoint(...points)}${points.length === 1 ? '\ufe0f' : ''}`;
}
