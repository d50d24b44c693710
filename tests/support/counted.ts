import type { Store, Tx } from '$lib/server/service/db/store';
import { watched } from '$lib/server/service/db/watched';

/** A store, and how many statements its transactions have run since they were last asked for. */
export function counted(store: Store): { store: Store; statements(): number } {
  let count = 0;
  const outermost = new WeakMap<Tx, Tx>();
  return {
    store: {
      ...store,
      transaction: (work, isolation) =>
        store.transaction((tx) => {
          const told = watched(tx, () => void (count += 1));
          outermost.set(told, tx);
          return work(told);
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
