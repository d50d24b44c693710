import { flushSync } from 'svelte';
import { on } from 'svelte/events';

const paper = globalThis.matchMedia?.('print');
let isOnPaper = $state(paper?.matches ?? false);

/** The page is drawn before the browser goes on: what it prints is what stands there then. */
const turn = (printing: boolean) =>
  flushSync(() => {
    isOnPaper = printing;
  });
if (paper) {
  on(paper, 'change', ({ matches }) => turn(matches));
  on(window, 'beforeprint', () => turn(true));
  on(window, 'afterprint', () => turn(false));
}

/** Whether the page is being printed: what is drawn in parts on a screen is then drawn whole. */
export const isPrinting = () => isOnPaper;
