/** Milliseconds in which a page opened by a person is painted and connected, even on a slow line. */
const connectDelay = 3000;

/** Milliseconds in which a box that was opened is on screen and can be typed into. */
export const paintDelay = 300;

/** Runs it once what is about to be drawn is on screen. The result stops it. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Fetches what the first view does without, once that has had its time: later it opens at once, and
 * without a network. What fails here is fetched again on use. `pause` in milliseconds. The result
 * stops it.
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
