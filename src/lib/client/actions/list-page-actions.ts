import ArrowLeft from '@lucide/svelte/icons/arrow-left';
import Search from '@lucide/svelte/icons/search';
import { m } from '$lib/paraglide/messages';
import { appKeys } from './app-keys';

/** Focuses the search of a page's list. */
export const searchListAction = (id: string, title: string, run: () => void) => ({
  id,
  title,
  icon: Search,
  shortcut: appKeys.search,
  keywords: 'find filter',
  run,
});

/** Closes what is open beside a page's list. */
export const backToListAction = (id: string, enabled: boolean, run: () => void) => ({
  id,
  title: m.ui_back_to_list(),
  icon: ArrowLeft,
  shortcut: appKeys.close,
  quiet: true,
  enabled,
  run,
});
