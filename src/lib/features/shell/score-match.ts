import { foldName } from '../../writing/recipients/rank-by-name';

export interface PreparedQuery {
  readonly folded: string;
  readonly words: readonly string[];
  readonly letters: string;
}

export function prepareQuery(query: string): PreparedQuery {
  const folded = foldName(query);
  const words = folded.split(/\s+/u).filter(Boolean);
  return { folded, words, letters: words.join('') };
}

/**
 * How well a query matches a folded text, higher is better. 6: equal; 5: starts the text; 4: starts
 * a word; 3: inside; 2: all its words occur; 1: its letters occur in order, starting with the
 * text's first; 0: no match.
 */
export function scoreFoldedMatch({ folded, words, letters }: PreparedQuery, text: string): number {
  if (folded === '') return 1;
  const at = text.indexOf(folded);
  if (at === 0) return text.length === folded.length ? 6 : 5;
  if (at > 0) return beginsWord(folded, text, at) ? 4 : 3;
  if (words.length > 1 && words.every((word) => text.includes(word))) return 2;
  return letters.length > 2 && text[0] === letters[0] && inOrder(letters, text) ? 1 : 0;
}

/** The same for a text as displayed, ignoring case and accents. */
export function scoreMatch(query: string, text: string): number {
  return scoreFoldedMatch(prepareQuery(query), foldName(text));
}

function beginsWord(wanted: string, text: string, first: number): boolean {
  for (let at = first; at > 0; at = text.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

function inOrder(letters: string, text: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}
