/**
 * Text without differences of case: two names are one where this is the same for both. It is
 * lower(upper(x)) sign by sign, by Unicode's simple mappings, so it takes for the same what a server
 * takes for the same by either, in any language of the browser: `ς` is `σ`, `İ` and `ı` are `i`. The
 * database has the same as `fold_case`.
 */
export function foldCase(text: string): string {
  return text.replace(cased, foldOf).toLowerCase();
}

/** Whether some of it has a pair. Other texts fold to themselves, and no other text folds to them. */
export function hasCase(text: string): boolean {
  return text.toUpperCase() !== text || text.toLowerCase() !== text;
}

const cased = /(?=[^\0-\x7f])[\p{Changes_When_Uppercased}\p{Changes_When_Lowercased}]/gu;

/** By sign: Unicode has three thousand of them. */
const folds = new Map<string, string>();

function foldOf(sign: string): string {
  let fold = folds.get(sign);
  if (fold === undefined) folds.set(sign, (fold = foldSign(sign)));
  return fold;
}

/** Upper-case of several signs, such as `SS`, is no simple mapping; of `i̇` the `i` is. */
function foldSign(sign: string): string {
  const upper = sign.toUpperCase();
  const [folded = sign] = (isOne(upper) ? upper : sign).toLowerCase();
  return folded;
}

const isOne = (text: string) => [...text].length === 1;
