import { foldCase } from '../../api/fold-case';

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** Only characters without accents, like most of ten thousand names. */
const plain = /^[\x20-\x7e]*$/;

/** Removes differences of case and accents. */
export function foldName(text: string): string {
  const bare = plain.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
  return foldCase(bare).trim();
}

/**
 * 0: not found; 3: at the beginning; 2: at the beginning of a later word; 1: elsewhere. Both texts
 * must be folded.
 */
export function matchRank(query: string, text: string): number {
  const at = text.indexOf(query);
  if (at < 0) return 0;
  if (at === 0) return 3;
  return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 1 : 2;
}

/**
 * The items whose name contains the query, best first. Ties are broken by `weight`, higher first,
 * then by the alphabet; with an empty query only these count.
 */
export function rankByName<T>(
  items: Iterable<T>,
  query: string,
  nameOf: (item: T) => string,
  weight: (item: T) => number = () => 0,
): T[] {
  const wanted = foldName(query);
  const hits: { item: T; name: string; score: number; weight: number }[] = [];
  for (const item of items) {
    const name = nameOf(item);
    const score = wanted === '' ? 1 : matchRank(wanted, foldName(name));
    if (score > 0) hits.push({ item, name, score, weight: weight(item) });
  }
  hits.sort((a, b) => b.score - a.score || b.weight - a.weight || collator.compare(a.name, b.name));
  return hits.map((hit) => hit.item);
}
