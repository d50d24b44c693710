import { onDestroy } from 'svelte';

/**
 * The same, as long as the component is there; afterwards it does nothing. For what a page does once
 * something is done that may take longer than the page is looked at. Call it while a component starts.
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
