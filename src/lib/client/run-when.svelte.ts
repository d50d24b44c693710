import { untrack } from 'svelte';
import { setLongTimeout } from './set-long-timeout';

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

/** Milliseconds in which an event can still confirm a call without an answer. */
const confirmationTime = 30_000;

/** Like `runWhen`, but gives up after a while: a later change has another cause. */
export function runWhenConfirmed(isSo: () => boolean, act: () => void): () => void {
  const cancel = runWhen(isSo, act);
  const stopTimer = setLongTimeout(confirmationTime, cancel);
  return () => {
    stopTimer();
    cancel();
  };
}
