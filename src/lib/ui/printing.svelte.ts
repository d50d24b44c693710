import { flushSync } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';

let isAsked = false;

/** The page is drawn before the browser goes on: what it prints is what stands there then. */
const subscribe = createSubscriber((update) => {
  const print = matchMedia('print');
  const watching = new AbortController();
  const { signal } = watching;
  const turn = (asked: boolean) => {
    isAsked = asked;
    flushSync(update);
  };
  addEventListener('beforeprint', () => turn(true), { signal });
  addEventListener('afterprint', () => turn(false), { signal });
  print.addEventListener('change', () => flushSync(update), { signal });
  return () => watching.abort();
});

/** Whether the page is being printed: what is drawn in parts on a screen is then drawn whole. */
export function isPrinting(): boolean {
  subscribe();
  return isAsked || matchMedia('print').matches;
}
