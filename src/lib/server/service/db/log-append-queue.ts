import type { LogAppend, DatabaseTransaction } from './store';

/** What the open transactions of a store have handed over for their end (`Store.append`). */
export class LogAppendQueue {
  readonly #of = new WeakMap<DatabaseTransaction, LogAppend[]>();

  /** Begins the list of an outermost transaction, which may be tried again. */
  begin(tx: DatabaseTransaction): readonly LogAppend[] {
    const list: LogAppend[] = [];
    this.#of.set(tx, list);
    return list;
  }

  add(tx: DatabaseTransaction, append: LogAppend): void {
    const list = this.#of.get(tx);
    if (!list) throw new Error('only the outermost transaction appends to the log');
    list.push(append);
  }
}
