import { on } from 'svelte/events';

/**
 * Calls back when the focus has gone from an element and all that is in it; the result stops that.
 * Not when the window loses the focus, since the caret stays; and not when the element is taken from
 * the page: browsers tell of that in the middle of Svelte's own work, when a component's values can
 * be neither read nor written any more. Who must know of it uses `onDestroy`.
 */
export function onFocusLeave(element: HTMLElement, left: () => void): () => void {
  return on(element, 'focusout', ({ relatedTarget }) => {
    if (element.contains(relatedTarget as Node | null)) return;
    queueMicrotask(() => {
      if (element.isConnected && !element.contains(document.activeElement)) left();
    });
  });
}
