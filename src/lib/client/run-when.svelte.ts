import { untrack } from 'svelte';

/**
 * Runs `act` as soon as `isSo` holds, by what it reads; the returned function gives up. For what was
 * asked for and never answered: it may be done all the same, and events tell.
 */
export function runWhen(isSo: () => boolean, act: () => void): () => void {
  let isOver = false;
  const stop = $effect.root(() => {
    $effect(() => {
      if (isOver || !isSo()) return;
      isOver = true;
      untrack(act);
      queueMicrotask(stop);
    });
  });
  return () => {
    if (!isOver) stop();
    isOver = true;
  };
}
