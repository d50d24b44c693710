/**
 * What makes one text pass for another by its look. Each test is one pass over the text, and allows
 * what the languages of the world need in names.
 */

/** Writing whose letters join: there an invisible joiner changes how a name is read. */
const joining = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati'],
  ...['Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'],
];
const joins = `[${joining.map((script) => `\\p{scx=${script}}`).join('')}]`;

/** Where a joiner, or the choice of a form, belongs: within such writing, names in Han, and emoji. */
const inPlace = [
  `(?<=${joins})[\\u200c\\u200d](?=${joins})`,
  '(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
].join('|');

/** Joiners, fillers, direction marks, the blank Braille cell; controls and what no font draws. */
const invisible = new RegExp(
  `(?!${inPlace})[\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb\\p{Cc}\\p{Cs}\\p{Co}\\p{Cn}]`,
  'u',
);

/** Whether some of it is not to be seen. */
export function hasInvisible(text: string): boolean {
  return invisible.test(text);
}

export function withoutInvisible(text: string): string {
  return text.replace(new RegExp(invisible, 'gu'), '');
}

/** Latin letters and digits in a form of their own: fullwidth, mathematical, script, double-struck. */
const styled = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]|(?=[\u2100-\u214f])\p{L}/u;

/** Whether some of it is a usual letter in an unusual form. */
export function hasStyledLetters(text: string): boolean {
  return styled.test(text);
}

/** Alphabets whose letters look like those of each other. */
const alphabets = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/** Whether one word of it has letters of two alphabets that look alike. Words may differ. */
export function mixesAlphabets(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.some((word) => alphabets.filter((letter) => letter.test(word)).length > 1);
}

/** Whether it could pass for another text by its look. */
export function isDeceptive(text: string): boolean {
  return hasInvisible(text) || hasStyledLetters(text) || mixesAlphabets(text);
}
