import ArrowLeft from '@lucide/svelte/icons/arrow-left';
import { m } from '$lib/paraglide/messages';
import type { AppAction } from './action-registry.svelte';
import { appKeys } from './app-keys';

/** Closes what is open beside a page's list. */
export const backToListAction = (
  id: string,
  section: string,
  enabled: boolean,
  run: () => void,
): AppAction => ({
  id,
  section,
  enabled,
  run,
  title: m.ui_back_to_list(),
  icon: ArrowLeft,
  shortcut: appKeys.close,
  quiet: true,
});
