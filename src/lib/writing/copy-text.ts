import { m } from '$lib/paraglide/messages';
import type { Toasts } from '../ui/toasts.svelte';

/** Into the clipboard; says what came of it. */
export async function copyText(text: string, toasts: Toasts): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ key: 'text-copied', text: m.scheduled_copied() });
  } catch {
    toasts.show({ tone: 'danger', text: m.scheduled_copy_failed() });
  }
}
