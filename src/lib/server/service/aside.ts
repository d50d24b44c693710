import { setImmediate as turn } from 'node:timers/promises';

/**
 * Does what takes long (a hash, a long rendering) outside the transaction that needs it. The first
 * time it is asked for, the transaction is given up; it runs again when the result is there, and by
 * then reads anew what the result was made from. So `key` must name all of that.
 */
export type Aside = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Gives a transaction up. Whoever catches errors inside one lets this pass. */
export class SetAside extends Error {
  constructor(readonly wanted: ReadonlyMap<string, () => Promise<unknown>>) {
    super('to be done outside the transaction');
  }
}

/** So often a transaction is given up. */
const mostAttempts = 6;

/**
 * Runs `attempt`, which is one transaction, until it needs nothing more done aside. What a key says of
 * rows that the transaction itself makes is new with each attempt, so the last one waits for all.
 */
export async function withAside<T>(attempt: (aside: Aside) => Promise<T>): Promise<T> {
  const done = new Map<string, unknown>();
  let count = 0;
  const aside = async <R>(key: string, work: () => Promise<R>) => {
    if (done.has(key)) return done.get(key) as R;
    if (count > mostAttempts) return work();
    throw new SetAside(new Map([[key, work]]));
  };
  for (;;) {
    count++;
    try {
      return await attempt(aside);
    } catch (reason) {
      if (!(reason instanceof SetAside)) throw reason;
      for (const [key, work] of reason.wanted) {
        done.set(key, await work());
        // Between two long ones others get their turn.
        await turn();
      }
    }
  }
}

/** Does the same with each of many; what they need done aside, they need at once. */
export async function eachAside<Item, T>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<T>,
): Promise<T[]> {
  const wanted = new Map<string, () => Promise<unknown>>();
  const results: T[] = [];
  for (const item of items) {
    try {
      results.push(await work(item));
    } catch (reason) {
      if (!(reason instanceof SetAside)) throw reason;
      for (const [key, task] of reason.wanted) wanted.set(key, task);
    }
  }
  if (wanted.size > 0) throw new SetAside(wanted);
  return results;
}
