import { foldCase } from '../../api/fold-case';

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** Without a letter that may have accents: of ten thousand names most are. */
const plain = /^[\x20-\x7e]*$/;

/** Case and accents don't count. */
export function foldName(text: string): string {
  const bare = plain.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
  return foldCase(bare).trim();
}

/** 0: not found; 3: the beginning; 2: the beginning of a later word; 1: elsewhere. Both folded. */
export function matchRank(query: string, text: string): number {
  const at = text.indexOf(query);
  if (at < 0) return 0;
  if (at === 0) return 3;
  return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 1 : 2;
}

/**
 * The items whose name has the query in it, best first. `weight` breaks ties before the alphabet
 * does, higher first; with an empty query it decides alone.
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
