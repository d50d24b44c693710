import { errorMessage } from '../../client/calls/error-table';
import type { ToastQueue } from '../../ui/toast-queue.svelte';

/** Shows why an action failed, if it does. */
export async function showFailure(toasts: ToastQueue, deed: Promise<unknown>): Promise<void> {
  try {
    await deed;
  } catch (failure) {
    toasts.show({ tone: 'danger', text: errorMessage(failure) });
  }
}
