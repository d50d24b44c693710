/**
 * Folds case: two names are equal if their results are equal. Computes lower(upper(x)) per
 * character with Unicode's simple mappings, so texts that a server considers equal by either
 * mapping are equal here too, in any browser language: `ς` becomes `σ`, `İ` and `ı` become `i`. The
 * database has the same function as `fold_case`.
 */
export function foldCase(text: string): string {
  return text.replace(cased, foldOf).toLowerCase();
}

/**
 * Whether any character has another case. A text without any folds to itself, and no other text
 * folds to it.
 */
export function hasCase(text: string): boolean {
  return text.toUpperCase() !== text || text.toLowerCase() !== text;
}

const cased = /(?=[^\0-\x7f])[\p{Changes_When_Uppercased}\p{Changes_When_Lowercased}]/gu;

/** Cache by character; Unicode has about three thousand that change. */
const folds = new Map<string, string>();

function foldOf(sign: string): string {
  let fold = folds.get(sign);
  if (fold === undefined) folds.set(sign, (fold = foldSign(sign)));
  return fold;
}

/**
 * An uppercase form of several characters, like `SS`, isn't a simple mapping and is ignored. A
 * lowercase form of several characters, like `i̇`, counts as its first.
 */
function foldSign(sign: string): string {
  const upper = sign.toUpperCase();
  const [folded = sign] = (isOne(upper) ? upper : sign).toLowerCase();
  return folded;
}

const isOne = (text: string) => [...text].length === 1;
