import { untrack } from 'svelte';

/**
 * Runs `act` once, as soon as the reactive condition `isSo` holds; the returned function cancels.
 * For requests without a reply: the server may still have done it, and then events show it.
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
