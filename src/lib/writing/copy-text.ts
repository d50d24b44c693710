import { m } from '$lib/paraglide/messages';
import type { Toasts } from '../ui/toasts.svelte';

/** Into the clipboard; says what came of it, `told` where it is there. */
export async function copyText(text: string, told: string, toasts: Toasts): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ key: 'copied', text: told });
  } catch {
    toasts.show({ key: 'copied', tone: 'danger', text: m.scheduled_copy_failed() });
  }
}
