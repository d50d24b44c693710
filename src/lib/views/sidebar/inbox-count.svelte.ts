import type { Account } from '../../client/account.svelte';
import type { AccountRooms } from '../../client/rooms.svelte';
import { putOffsOf } from '../../features/inbox/put-off.svelte';
import { isPutOff } from '../../features/inbox/sections';
import { currentTime } from '../../ui/clock';
import { unreadCount, type UnreadCount } from '../../writing/unread-count';
import { unreadOf } from '../../writing/unread.svelte';

/**
 * How many messages wait for the person, put off ones aside: what stands behind the inbox in the
 * navigation, in its own header, before the title and at the icon. To be read reactively.
 */
export function inboxCount(account: Account, rooms: AccountRooms): () => UnreadCount {
  const unread = unreadOf(account, rooms);
  const putOffs = putOffsOf(account, rooms);
  return () => {
    const now = Math.floor(currentTime() / 1000);
    const waiting = unread.conversations.filter((one) => {
      const off = putOffs.all.get(one.key);
      return off === undefined || !isPutOff(one, off, now);
    });
    return unreadCount(waiting, account.setting('desktop_icon_count_display'));
  };
}
