interface Emoji {
  readonly reaction_type?: string | undefined;
  readonly emoji_code?: string | undefined;
}

/** The character of a Unicode emoji, by its code points in hex; null where it is none. */
export function emojiCharacterOf({ reaction_type, emoji_code }: Emoji): string | null {
  if (reaction_type !== 'unicode_emoji' || !emoji_code) return null;
  const points = emoji_code.split('-').map((hex) => parseInt(hex, 16));
  if (points.some((point) => !(point <= 0x10ffff))) return null;
  // The selector asks for the coloured form of characters that have two.
  return `${String.fromCodePoint(...points)}${points.length === 1 ? '\ufe0f' : ''}`;
}
