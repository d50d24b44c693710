import type { LogAppend, DatabaseTransaction } from './store';

/**
 * Log appends that the store's open transactions have queued for their commit
 * (`DatabaseStore.append`).
 */
export class LogAppendQueue {
  readonly #of = new WeakMap<DatabaseTransaction, LogAppend[]>();

  /** Starts the list of an outermost transaction. Called again when the transaction is retried. */
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
