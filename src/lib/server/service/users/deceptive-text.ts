/**
 * Detects text that can look like another text. Each test takes one pass over the text, and allows
 * what the world's languages need in names.
 */

/** Scripts with joining letters, in which an invisible joiner changes how a name reads. */
const joining = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati'],
  ...['Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'],
];
const joins = `[${joining.map((script) => `\\p{scx=${script}}`).join('')}]`;

/**
 * Places where a joiner or variation selector belongs: within such scripts, Han names and emoji.
 */
const inPlace = [
  `(?<=${joins})[\\u200c\\u200d](?=${joins})`,
  '(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
].join('|');

/**
 * Joiners, fillers, direction marks, the blank Braille pattern, controls, and characters that no
 * font draws.
 */
const invisible = new RegExp(
  `(?!${inPlace})[\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb\\p{Cc}\\p{Cs}\\p{Co}\\p{Cn}]`,
  'u',
);

export function hasInvisible(text: string): boolean {
  return invisible.test(text);
}

export function withoutInvisible(text: string): string {
  return text.replace(new RegExp(invisible, 'gu'), '');
}

/** Latin letters and digits in special forms: fullwidth, mathematical, script, double-struck. */
const styled = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]|(?=[\u2100-\u214f])\p{L}/u;

/** Whether it contains an ordinary letter in a special form. */
export function hasStyledLetters(text: string): boolean {
  return styled.test(text);
}

/** Alphabets with letters that look alike. */
const alphabets = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/**
 * Whether one word of it mixes two alphabets that look alike. Different words can use different
 * ones.
 */
export function mixesAlphabets(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.some((word) => alphabets.filter((letter) => letter.test(word)).length > 1);
}

/** Whether it could look like another text. */
export function isDeceptive(text: string): boolean {
  return hasInvisible(text) || hasStyledLetters(text) || mixesAlphabets(text);
}
