import { setImmediate as turn } from 'node:timers/promises';

/**
 * Does long work (hashing, long rendering) outside the transaction that needs it. The first call
 * for a key rolls the transaction back. It runs again when the result is ready, and then reads
 * again what the result was computed from. So `key` must contain all of that.
 */
export type OutsideTransaction = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Rolls a transaction back. Code that catches errors inside one must pass it on. */
export class RetryTransaction extends Error {
  constructor(readonly outsideWork: ReadonlyMap<string, () => Promise<unknown>>) {
    super('to be done outside the transaction');
  }
}

/** Maximum number of times that a transaction is rolled back for this. */
const maxAttempts = 6;

/**
 * Runs `attempt`, which is one transaction, until it needs no more work outside. If a key contains
 * ids of rows that the transaction creates, it is new with each attempt, so the last attempt does
 * the work inside.
 */
export async function runWithOutsideWork<T>(
  attempt: (aside: OutsideTransaction) => Promise<T>,
): Promise<T> {
  const done = new Map<string, unknown>();
  let count = 0;
  const aside = async <R>(key: string, work: () => Promise<R>) => {
    if (done.has(key)) return done.get(key) as R;
    if (count > maxAttempts) return work();
    throw new RetryTransaction(new Map([[key, work]]));
  };
  for (;;) {
    count++;
    try {
      return await attempt(aside);
    } catch (reason) {
      if (!(reason instanceof RetryTransaction)) throw reason;
      for (const [key, work] of reason.outsideWork) {
        done.set(key, await work());
        // Lets other work run between two long tasks.
        await turn();
      }
    }
  }
}

/** Does the same for many items, collecting their outside work into one restart. */
export async function mapWithOutsideWork<Item, T>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<T>,
): Promise<T[]> {
  const wanted = new Map<string, () => Promise<unknown>>();
  const results: T[] = [];
  for (const item of items) {
    try {
      results.push(await work(item));
    } catch (reason) {
      if (!(reason instanceof RetryTransaction)) throw reason;
      for (const [key, task] of reason.outsideWork) wanted.set(key, task);
    }
  }
  if (wanted.size > 0) throw new RetryTransaction(wanted);
  return results;
}
