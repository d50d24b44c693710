import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds that long work can occupy the process before other work gets a turn. */
const longestStretch = 10;

/** Await what it returns between the steps of long work: now and then, other work gets a turn. */
export function createPauses(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longestStretch) return undefined;
    return turn().then(() => void (since = performance.now()));
  };
}

/** `items.map(make)` for a long list. */
export async function mapWithPauses<T, R>(items: readonly T[], make: (item: T) => R): Promise<R[]> {
  const made: R[] = [];
  const pause = createPauses();
  for (const item of items) {
    await pause();
    made.push(make(item));
  }
  return made;
}
