import { describe } from '../../client/error-table';
import type { Toasts } from '../../ui/toasts.svelte';

/** Says why it failed, if it does. */
export async function triedWith(toasts: Toasts, deed: Promise<unknown>): Promise<void> {
  try {
    await deed;
  } catch (failure) {
    toasts.show({ tone: 'danger', text: describe(failure) });
  }
}
