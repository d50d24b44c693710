import { on } from 'svelte/events';
import { m } from '$lib/paraglide/messages';
import type { ToastQueue } from '../../ui/toast-queue.svelte';

/**
 * Copies text to the clipboard and shows a toast with the result; `doneText` is its text on success.
 */
export async function copyText(text: string, doneText: string, toasts: ToastQueue): Promise<void> {
  if (await isCopied(text)) toasts.show({ key: 'copied', text: doneText });
  else toasts.show({ key: 'copied', tone: 'danger', text: m.ui_copy_refused() });
}

/** Pages without TLS can't use the clipboard API, but the copy command can still work. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return isCopiedByCommand(text);
  }
}

function isCopiedByCommand(text: string): boolean {
  let isSet = false;
  const stop = on(
    window,
    'copy',
    (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      event.clipboardData?.setData('text/plain', text);
      isSet = event.clipboardData !== null;
    },
    { capture: true },
  );
  try {
    return document.execCommand('copy') && isSet;
  } finally {
    stop();
  }
}
