import { foldName, matchRank } from './rank-by-name';

interface Entry<T> {
  readonly item: T;
  readonly folded: string;
}

/** Folded names of rows: most rows are the same objects after a change of the directory. */
const known = new WeakMap<object, { readonly name: string; readonly folded: string }>();

/** The name folded, once for the same row and name. */
export function foldedNameOf(item: unknown, name: string): string {
  const row = typeof item === 'object' && item !== null ? item : undefined;
  const kept = row && known.get(row);
  if (kept?.name === name) return kept.folded;
  const text = foldName(name);
  if (row) known.set(row, { name, folded: text });
  return text;
}

/**
 * Named things made ready to be found at each key: folded once. A search goes over all of them
 * without sorting, which takes about a millisecond for 10,000.
 */
export class NameIndex<T> {
  readonly #entries: readonly Entry<T>[];

  constructor(items: Iterable<T>, nameOf: (item: T) => string) {
    this.#entries = Array.from(items, (item) => ({
      item,
      folded: foldedNameOf(item, nameOf(item)),
    }));
  }

  /**
   * The best few: where the name begins with the query first, then where a word does, then by
   * weight, then by name. With an empty query only weight and name count.
   */
  find(query: string, most: number, weightOf: (item: T) => number = () => 0): T[] {
    const wanted = foldName(query);
    const best: (Entry<T> & { readonly score: number })[] = [];
    const isBefore = (score: number, folded: string, other: (typeof best)[number]) =>
      score > other.score || (score === other.score && folded < other.folded);
    for (const { item, folded } of this.#entries) {
      const hit = wanted === '' ? 1 : matchRank(wanted, folded);
      // A hit inside a word is a chance one: only those at the beginning of a word count as equal.
      if (hit === 0) continue;
      const score = (hit > 1 ? 1000 : 0) + weightOf(item) * 10 + hit;
      const last = best.at(-1);
      if (last && best.length === most && !isBefore(score, folded, last)) continue;
      const at = best.findIndex((one) => isBefore(score, folded, one));
      best.splice(at < 0 ? best.length : at, 0, { item, folded, score });
      if (best.length > most) best.pop();
    }
    return best.map(({ item }) => item);
  }
}
