import type { DatabaseStore, DatabaseTransaction } from '$lib/server/service/db/store';
import { instrumentTransaction } from '$lib/server/service/db/instrument-transaction';

/**
 * A store, and the number of statements its transactions have run since the last call of
 * `statements`.
 */
export function counted(store: DatabaseStore): { store: DatabaseStore; statements(): number } {
  let count = 0;
  const outermost = new WeakMap<DatabaseTransaction, DatabaseTransaction>();
  return {
    store: {
      ...store,
      transaction: (work, isolation) =>
        store.transaction((tx) => {
          const countedTransaction = instrumentTransaction(tx, () => void (count += 1));
          outermost.set(countedTransaction, tx);
          return work(countedTransaction);
        }, isolation),
      append: (tx, append) => store.append(outermost.get(tx) ?? tx, append),
    },
    statements() {
      const since = count;
      count = 0;
      return since;
    },
  };
}
