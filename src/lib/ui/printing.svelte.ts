import { flushSync } from 'svelte';
import { on } from 'svelte/events';

const paper = globalThis.matchMedia?.('print');
let isOnPaper = $state(paper?.matches ?? false);

/** Update the page synchronously: the browser prints what is there when the event ends. */
const turn = (printing: boolean) =>
  flushSync(() => {
    isOnPaper = printing;
  });
if (paper) {
  on(paper, 'change', ({ matches }) => turn(matches));
  on(window, 'beforeprint', () => turn(true));
  on(window, 'afterprint', () => turn(false));
}

/** Whether the page is being printed: virtualized lists then draw all rows. */
export const isPrinting = () => isOnPaper;
