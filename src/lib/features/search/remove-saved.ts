import { m } from '$lib/paraglide/messages';
import { describe } from '../../client/error-table';
import type { Toasts } from '../../ui/toasts.svelte';
import type { SavedSearch } from './saved-searches';
import type { SavedSearches } from './saved.svelte';

const key = 'search-saved';

/** Takes one out of the account's saved searches; the notice of it has the way back. */
export async function removeSaved(
  saved: SavedSearches,
  { view, name }: SavedSearch,
  toasts: Toasts,
): Promise<void> {
  const fail = (failure: unknown) => toasts.show({ key, tone: 'danger', text: describe(failure) });
  try {
    await saved.remove(view);
  } catch (failure) {
    fail(failure);
    return;
  }
  toasts.show({
    ...{ key, tone: 'success', text: m.search_saved_removed({ name }) },
    action: { label: m.search_undo(), run: () => void saved.put(view).catch(fail) },
  });
}
