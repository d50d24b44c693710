import { flushSync } from 'svelte';

const paper = globalThis.matchMedia?.('print');
let isOnPaper = $state(paper?.matches ?? false);

/** The page is drawn before the browser goes on: what it prints is what stands there then. */
const turn = (on: boolean) =>
  flushSync(() => {
    isOnPaper = on;
  });
paper?.addEventListener('change', ({ matches }) => turn(matches));
globalThis.addEventListener?.('beforeprint', () => turn(true));
globalThis.addEventListener?.('afterprint', () => turn(false));

/** Whether the page is being printed: what is drawn in parts on a screen is then drawn whole. */
export const isPrinting = () => isOnPaper;
