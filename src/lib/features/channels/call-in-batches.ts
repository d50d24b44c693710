import { ApiError } from '../../api/errors';

/** Result of a request for many items. */
export interface BatchOutcome<T> {
  readonly done: readonly T[];
  readonly refused: readonly T[];
  /** Why the first of the refused items was refused. */
  readonly reason: unknown;
}

/** Maximum number of splits to find out which items the server refuses. */
const maxSplits = 40;

/**
 * Makes calls for at most `most` items each. `call` returns the items that were refused. A call
 * that is refused as a whole is split in halves and retried, so that the other items succeed.
 * Without a response, no more calls are made. Never throws.
 */
export async function callInBatches<T>(
  items: readonly T[],
  most: number,
  call: (part: readonly T[]) => Promise<readonly T[]>,
): Promise<BatchOutcome<T>> {
  const parts: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += most) parts.push(items.slice(at, at + most));
  const done: T[] = [];
  const refused: T[] = [];
  let reason: unknown;
  let splits = 0;
  for (let part = parts.shift(); part; part = parts.shift()) {
    try {
      const not = new Set(await call(part));
      for (const item of part) (not.has(item) ? refused : done).push(item);
    } catch (failure) {
      const isOfSome = failure instanceof ApiError && failure.code !== 'RATE_LIMIT_HIT';
      if (isOfSome && part.length > 1 && splits < maxSplits) {
        splits++;
        const middle = Math.ceil(part.length / 2);
        parts.unshift(part.slice(0, middle), part.slice(middle));
        continue;
      }
      reason ??= failure;
      refused.push(...part);
      if (!isOfSome) refused.push(...parts.splice(0).flat());
    }
  }
  return { done, refused, reason };
}
