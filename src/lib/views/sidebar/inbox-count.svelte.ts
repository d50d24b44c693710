import type { Account } from '../../client/account.svelte';
import type { AccountRooms } from '../../client/rooms.svelte';
import type { PageCount } from '../../features/shell/pages';
import { viewCounts } from '../../features/sidebar/model';
import { unreadOf } from '../../writing/unread.svelte';

/** What stands behind the inbox in the navigation; to be read reactively. */
export function inboxCount(account: Account, rooms: AccountRooms): () => PageCount {
  const unread = unreadOf(account, rooms);
  return () => {
    const { count, look } = viewCounts(unread.conversations).inbox;
    return look === 'number' ? { count } : { count: 0, some: look === 'dot' };
  };
}
