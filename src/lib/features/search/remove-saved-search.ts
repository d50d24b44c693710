import { m } from '$lib/paraglide/messages';
import { errorMessage } from '../../client/calls/error-table';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import type { SavedSearch } from './saved-searches';
import type { SavedSearchStore } from './saved-search-store.svelte';

const key = 'search-saved';

/** Removes a saved search from the account and shows a toast with undo. */
export async function removeSavedSearch(
  saved: SavedSearchStore,
  { view, name }: SavedSearch,
  toasts: ToastQueue,
): Promise<void> {
  try {
    await saved.remove(view);
  } catch (failure) {
    toasts.show({ key, tone: 'danger', text: errorMessage(failure) });
    return;
  }
  toasts.show({
    ...{ key, tone: 'success', text: m.search_saved_removed({ name }) },
    undo: () => saved.put(view),
  });
}
