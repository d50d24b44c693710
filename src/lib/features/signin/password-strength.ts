export type PasswordRating = 'short' | 'weak' | 'fair' | 'strong';

/** The server refuses shorter passwords. */
export const minPasswordLength = 6;

/**
 * A rough estimate for a hint, not a rule: how many guesses an attacker needs who knows the
 * person's own words, repetition, and sequences like `abc` or `123`.
 */
export function ratePassword(password: string, ownWords: readonly string[]): PasswordRating {
  if ([...password].length < minPasswordLength) return 'short';
  const bits = surprising(stripWords(password, ownWords)) * Math.log2(alphabetOf(password));
  return bits < 36 ? 'weak' : bits < 60 ? 'fair' : 'strong';
}

function stripWords(password: string, ownWords: readonly string[]): string {
  let rest = password.toLowerCase();
  for (const word of [
    ...ownWords.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)),
    ...common,
  ]) {
    // The word counts as one character, because it takes one guess.
    if (word.length > 2) rest = rest.replaceAll(word, '\u0001');
  }
  return rest;
}

const common = ['password', 'passwort', 'qwerty', 'asdf', 'letmein', 'welcome', 'admin', 'inkwell'];

/** Counts characters that don't follow from the previous one. */
function surprising(text: string): number {
  let count = 0;
  let before = Number.NaN;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (!(Math.abs(code - before) <= 1)) count++;
    before = code;
  }
  return count;
}

function alphabetOf(password: string): number {
  const classes: [RegExp, number][] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{N}/u, 10],
    [/[^\p{L}\p{N}]/u, 32],
    [/\p{Lo}/u, 1000],
  ];
  return classes.reduce((size, [kind, add]) => size + (kind.test(password) ? add : 0), 0) || 2;
}
