import type { AccountDrafts } from './account-drafts.svelte';

/**
 * Whether the text is as safe as it can be: on the server, or on this device where sync is off or there
 * is no connection. False: the server or the disk refuses it, or it is a draft no more; undefined while
 * that is open.
 */
export function isSafelySaved(
  drafts: Pick<AccountDrafts, 'get' | 'bin' | 'storage' | 'reachable'>,
  key: string,
): boolean | undefined {
  const sync = drafts.get(key)?.sync;
  const isGone = sync === undefined && drafts.bin.some(({ local }) => local === key);
  const isRefused = sync === 'blocked' || isGone || (sync === 'unsaved' && drafts.storage !== 'ok');
  if (isRefused || sync === 'saved' || sync === 'off') return !isRefused;
  return drafts.reachable || sync === 'unsaved' ? undefined : true;
}
