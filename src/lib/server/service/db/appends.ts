import type { Append, Tx } from './store';

/** What the open transactions of a store have handed over for their end (`Store.append`). */
export class Appends {
  readonly #of = new WeakMap<Tx, Append[]>();

  /** Begins the list of an outermost transaction, which may be tried again. */
  begin(tx: Tx): readonly Append[] {
    const list: Append[] = [];
    this.#of.set(tx, list);
    return list;
  }

  add(tx: Tx, append: Append): void {
    const list = this.#of.get(tx);
    if (!list) throw new Error('only the outermost transaction appends to the log');
    list.push(append);
  }
}
