import { errorMessage } from '../../client/calls/error-table';
import type { ToastQueue } from '../../ui/toast-queue.svelte';

/** Shows why an action failed, if it does. */
export async function showFailure(toasts: ToastQueue, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (failure) {
    toasts.show({ tone: 'danger', text: errorMessage(failure) });
  }
}
