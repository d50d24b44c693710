import { on } from 'svelte/events';

/**
 * Calls back when the focus has left an element and its content; the returned function stops it.
 * Not when the window loses the focus, since the caret stays. Not when the element is removed
 * either: browsers report that in the middle of Svelte's update, when a component's values can't be
 * read or written. For that, use `onDestroy`.
 */
export function onFocusLeave(element: HTMLElement, left: () => void): () => void {
  return on(element, 'focusout', ({ relatedTarget }) => {
    if (element.contains(relatedTarget as Node | null)) return;
    queueMicrotask(() => {
      if (element.isConnected && !element.contains(document.activeElement)) left();
    });
  });
}
