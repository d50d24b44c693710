import ArrowLeft from '@lucide/svelte/icons/arrow-left';
import { m } from '$lib/paraglide/messages';
import { appKeys } from './app-keys';

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
