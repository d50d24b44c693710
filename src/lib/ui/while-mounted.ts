import { onDestroy } from 'svelte';

/**
 * Wraps a function so that it does nothing once the component is destroyed. For callbacks of work
 * that can outlast the page. Call it during component initialization.
 */
export function whileMounted<A extends unknown[]>(
  run: (...given: A) => void,
): (...given: A) => void {
  let isShown = true;
  onDestroy(() => (isShown = false));
  return (...given) => {
    if (isShown) run(...given);
  };
}
