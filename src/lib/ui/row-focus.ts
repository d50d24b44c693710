import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

const controls = 'button, a[href], input, select';

/**
 * For a list whose rows can be removed: the focus of a removed row goes to the next row, or to the
 * last one. If a dialog is open, this waits until it closes. A row that is moved keeps its focus,
 * which browsers drop.
 */
export const rowFocus: Attachment<HTMLElement> = (list) => {
  let row: Element | undefined;
  let place = 0;
  let control: HTMLElement | undefined;

  function note({ target }: FocusEvent) {
    const rows = [...list.children];
    place = rows.findIndex((one) => one.contains(target as Node));
    row = rows[place];
    control = target as HTMLElement;
  }

  function mend() {
    const dialog = document.querySelector('dialog[open]');
    if (dialog) return void on(dialog, 'close', mend, { once: true });
    const { activeElement, body } = document;
    // An element that was just closed keeps the focus until the next frame.
    if (activeElement !== body && !activeElement?.closest('dialog:not([open])')) return;
    const next = list.children[Math.min(place, list.children.length - 1)];
    next?.querySelector<HTMLElement>(controls)?.focus();
  }

  const observer = new MutationObserver((records) => {
    if (!row) return;
    if (row.isConnected) {
      const isMoved = records.some(({ removedNodes }) => [...removedNodes].includes(row!));
      if (isMoved && document.activeElement === document.body) control?.focus();
      return;
    }
    row = undefined;
    mend();
  });
  observer.observe(list, { childList: true });
  const stop = on(list, 'focusin', note);
  return () => {
    observer.disconnect();
    stop();
  };
};
