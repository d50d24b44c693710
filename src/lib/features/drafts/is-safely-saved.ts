import type { AccountDrafts } from './account-drafts.svelte';

/**
 * Whether the text is as safe as possible: on the server, or on this device if sync is off or the
 * device is offline. False if the server or the disk refuses it or the draft no longer exists;
 * undefined while unknown.
 */
export function isSafelySaved(
  drafts: Pick<AccountDrafts, 'get' | 'trash' | 'storage' | 'reachable'>,
  key: string,
): boolean | undefined {
  const sync = drafts.get(key)?.sync;
  const isGone = sync === undefined && drafts.trash.some(({ local }) => local === key);
  const isRefused = sync === 'blocked' || isGone || (sync === 'unsaved' && drafts.storage !== 'ok');
  if (isRefused || sync === 'saved' || sync === 'off') return !isRefused;
  return drafts.reachable || sync === 'unsaved' ? undefined : true;
}
