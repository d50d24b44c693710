import { fold, found } from '../rank';

interface Entry<T> {
  readonly item: T;
  readonly folded: string;
}

/**
 * Named things made ready to be found at each key: folded and put in order once. A search goes over
 * all of them without sorting, which takes about a millisecond for 10,000.
 */
export class Names<T> {
  readonly #entries: readonly Entry<T>[];

  constructor(items: Iterable<T>, nameOf: (item: T) => string) {
    const entries = Array.from(items, (item) => ({ item, folded: fold(nameOf(item)) }));
    this.#entries = entries.sort((a, b) =>
      a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0,
    );
  }

  /**
   * The best few: where the name begins with the query first, then where a word does, then by
   * weight, then by name. With an empty query only weight and name count.
   */
  find(query: string, most: number, weightOf: (item: T) => number = () => 0): T[] {
    const wanted = fold(query);
    const best: { readonly item: T; readonly score: number }[] = [];
    for (const { item, folded } of this.#entries) {
      const hit = wanted === '' ? 1 : found(wanted, folded);
      // A hit inside a word is a chance one: only those at the beginning of a word count as equal.
      if (hit === 0) continue;
      const score = (hit > 1 ? 1000 : 0) + weightOf(item) * 10 + hit;
      if (best.length === most && score <= (best.at(-1)?.score ?? 0)) continue;
      const at = best.findIndex((one) => one.score < score);
      best.splice(at < 0 ? best.length : at, 0, { item, score });
      if (best.length > most) best.pop();
    }
    return best.map(({ item }) => item);
  }
}
