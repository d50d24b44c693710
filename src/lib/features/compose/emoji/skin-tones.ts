import type { Emoji } from './emoji-catalog';

/** Skin tones: 0 is the default yellow, then from light to dark. */
export const skinTones = [0, 1, 2, 3, 4, 5] as const;
export type SkinTone = (typeof skinTones)[number];

const modifiers = ['', '\u{1f3fb}', '\u{1f3fc}', '\u{1f3fd}', '\u{1f3fe}', '\u{1f3ff}'] as const;

/** Null if the browser is too old to know Unicode's list of sequences. */
const listedSequences = (() => {
  try {
    return new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
  } catch {
    return null;
  }
})();

const bare = /^\p{Emoji_Modifier_Base}\ufe0f?$/u;
const person = /(\p{Emoji_Modifier_Base})\ufe0f?/gu;
/** Joins two people, who then carry the tones. */
const handshake = '\u{1f91d}';

/**
 * The emoji with the tone applied to every person in it, if Unicode lists that sequence; otherwise
 * unchanged, as for families. The API's emoji names have no tones, so this text is sent: a server
 * shows a character without a name as it is.
 */
export function withSkinTone(sign: string, tone: SkinTone): string {
  const modifier = modifiers[tone];
  if (modifier === '') return sign;
  const made = sign.replace(person, (whole, base: string) =>
    base === handshake && sign !== handshake ? whole : base + modifier,
  );
  return (listedSequences ?? bare).test(listedSequences ? made : sign) ? made : sign;
}

/** An emoji as written in a message. */
export function emojiText({ sign, names }: Emoji, tone: SkinTone): string {
  return sign === null ? `:${names[0]}:` : withSkinTone(sign, tone);
}
