import type { Account } from '../../client/account/account.svelte';
import type { AccountStores } from '../../client/account/account-stores.svelte';
import { snoozedConversationsOf } from '../../features/inbox/snoozed-conversations.svelte';
import { isSnoozed } from '../../features/inbox/inbox-items';
import { currentTime } from '../../ui/clock';
import { unreadCount, type UnreadCount } from '../../writing/unread/unread-count';
import { liveUnreadOf } from '../../writing/unread/live-unread.svelte';

/**
 * How many messages wait for the user, without snoozed ones: shown beside the inbox in the
 * navigation, in its header, in the title and on the icon. Reactive.
 */
export function inboxCount(account: Account, stores: AccountStores): () => UnreadCount {
  const unread = liveUnreadOf(account, stores);
  const snoozed = snoozedConversationsOf(account, stores);
  return () => {
    const now = Math.floor(currentTime() / 1000);
    const waiting = unread.conversations.filter((one) => {
      const off = snoozed.all.get(one.key);
      return off === undefined || !isSnoozed(one, off, now);
    });
    return unreadCount(waiting, account.setting('desktop_icon_count_display'));
  };
}
