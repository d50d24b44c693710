import type { SavedSnippet } from '../../api/saved-snippet';
import { foldName, matchRank } from '../../writing/recipients/rank-by-name';
import type { SnippetUsage } from './snippet-usage';

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** Case-folded text, computed once per snippet. */
const folded = new WeakMap<SavedSnippet, { readonly title: string; readonly body: string }>();

function foldedOf(snippet: SavedSnippet) {
  let words = folded.get(snippet);
  if (!words) {
    words = { title: foldName(snippet.title), body: foldName(snippet.content) };
    folded.set(snippet, words);
  }
  return words;
}

/**
 * 0 means no match. Every word must be in the title or the text. The score is highest if all of
 * them begin words of the title.
 */
function score(snippet: SavedSnippet, words: readonly string[]): number {
  const { title, body } = foldedOf(snippet);
  let worst = 3;
  for (const word of words) {
    const inTitle = matchRank(word, title);
    if (inTitle === 0 && !body.includes(word)) return 0;
    worst = Math.min(worst, inTitle === 0 ? 1 : inTitle === 1 ? 2 : 3);
  }
  return worst;
}

/** Snippets that contain all words of the query, best first; ties by usage, then by title. */
export function findSnippets(
  snippets: readonly SavedSnippet[],
  query: string,
  usage: SnippetUsage,
): readonly SavedSnippet[] {
  const words = foldName(query).split(/\s+/u).filter(Boolean);
  return snippets
    .map((snippet) => ({ snippet, score: score(snippet, words), use: usage[snippet.id] ?? -1 }))
    .filter((one) => one.score > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.use - a.use ||
        collator.compare(a.snippet.title, b.snippet.title) ||
        a.snippet.id - b.snippet.id,
    )
    .map(({ snippet }) => snippet);
}
