import type { Emoji } from './emoji-catalog';

/** Of skin: 0 is the yellow without one, then from light to dark. */
export const skinTones = [0, 1, 2, 3, 4, 5] as const;
export type SkinTone = (typeof skinTones)[number];

const modifiers = ['', '\u{1f3fb}', '\u{1f3fc}', '\u{1f3fd}', '\u{1f3fe}', '\u{1f3ff}'] as const;

/** Null where the browser is too old to know which sequences there are. */
const listedSequences = (() => {
  try {
    return new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
  } catch {
    return null;
  }
})();

const bare = /^\p{Emoji_Modifier_Base}\ufe0f?$/u;
const person = /(\p{Emoji_Modifier_Base})\ufe0f?/gu;
/** Joins two people, who have the tones then. */
const handshake = '\u{1f91d}';

/**
 * The sign with the tone on everybody in it, as Unicode lists it; unchanged where there is no such
 * sign, as for families. The names of the wire have no tones, so it is this text that is written: a
 * server shows a sign that it has no name for as it is.
 */
export function withSkinTone(sign: string, tone: SkinTone): string {
  const modifier = modifiers[tone];
  if (modifier === '') return sign;
  const made = sign.replace(person, (whole, base: string) =>
    base === handshake && sign !== handshake ? whole : base + modifier,
  );
  return (listedSequences ?? bare).test(listedSequences ? made : sign) ? made : sign;
}

/** What stands for an emoji in a text. */
export function emojiText({ sign, names }: Emoji, tone: SkinTone): string {
  return sign === null ? `:${names[0]}:` : withSkinTone(sign, tone);
}
