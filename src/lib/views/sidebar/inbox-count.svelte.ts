import type { Account } from '../../client/account.svelte';
import type { AccountRooms } from '../../client/rooms.svelte';
import { putOffsOf } from '../../features/inbox/put-off.svelte';
import { isPutOff } from '../../features/inbox/sections';
import type { PageCount } from '../../features/shell/pages';
import { viewCounts } from '../../features/sidebar/model';
import { currentTime } from '../../ui/clock';
import { unreadOf } from '../../writing/unread.svelte';

/**
 * How many messages wait for the person, put off ones aside: what stands behind the inbox in the
 * navigation and in its own header. To be read reactively.
 */
export function inboxCount(account: Account, rooms: AccountRooms): () => PageCount {
  const unread = unreadOf(account, rooms);
  const putOffs = putOffsOf(account, rooms);
  return () => {
    const now = Math.floor(currentTime() / 1000);
    const waiting = unread.conversations.filter((one) => {
      const off = putOffs.all.get(one.key);
      return off === undefined || !isPutOff(one, off, now);
    });
    const { count, look } = viewCounts(waiting).inbox;
    return look === 'number' ? { count } : { count: 0, some: look === 'dot' };
  };
}
