/** Milliseconds in which an opened page is painted and connected, even on a slow line. */
const connectDelay = 3000;

/** Milliseconds until an opened compose box is on screen and accepts text. */
export const paintDelay = 300;

/**
 * Prefetches: loads, after the first view, code that the user is likely to need next, so that it
 * opens immediately and works offline. What fails is loaded again on use. `pause` is in
 * milliseconds. The returned function cancels.
 */
export function prefetchLater(
  loads: readonly (() => Promise<unknown>)[],
  pause: number = connectDelay,
): () => void {
  const timer = setTimeout(() => {
    for (const load of loads) load().catch(() => undefined);
  }, pause);
  return () => clearTimeout(timer);
}
