/**
 * How well a query finds a text: 0 not at all; higher is better. Whole words and their beginnings
 * count more than letters in order; case and accents do not count.
 */
export function match(query: string, text: string): number {
  const wanted = fold(query);
  const folded = fold(text);
  if (wanted === '') return 1;
  if (folded.startsWith(wanted)) return 5;
  if (folded.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 4;
  if (folded.includes(wanted)) return 3;
  const words = wanted.split(' ');
  if (words.length > 1 && words.every((word) => folded.includes(word))) return 2;
  return wanted.length > 1 && inOrder(wanted.replaceAll(' ', ''), folded) ? 1 : 0;
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim();
}

function inOrder(letters: string, text: string): boolean {
  let at = -1;
  return [...letters].every((letter) => (at = text.indexOf(letter, at + 1)) >= 0);
}
