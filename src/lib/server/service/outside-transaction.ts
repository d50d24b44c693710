import { setImmediate as turn } from 'node:timers/promises';

/**
 * Does what takes long (a hash, a long rendering) outside the transaction that needs it. The first
 * time it is asked for, the transaction is given up; it runs again when the result is there, and by
 * then reads anew what the result was made from. So `key` must name all of that.
 */
export type OutsideTransaction = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Gives a transaction up. Whoever catches errors inside one lets this pass. */
export class RetryTransaction extends Error {
  constructor(readonly outsideWork: ReadonlyMap<string, () => Promise<unknown>>) {
    super('to be done outside the transaction');
  }
}

/** So often a transaction is given up. */
const maxAttempts = 6;

/**
 * Runs `attempt`, which is one transaction, until it needs nothing more done aside. What a key says of
 * rows that the transaction itself makes is new with each attempt, so the last one waits for all.
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
        // Between two long ones others get their turn.
        await turn();
      }
    }
  }
}

/** Does the same with each of many; what they need done aside, they need at once. */
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
