import type { AccountStores } from '../../client/account/account-stores.svelte';
import { useSnoozedConversations } from '../../features/inbox/snoozed-conversations.svelte';
import { isSnoozed } from '../../features/inbox/inbox-items';
import { currentTime } from '../../ui/clock';
import { unreadCount, type UnreadCount } from '../../writing/unread/unread-count';
import { useLiveUnread } from '../../writing/unread/live-unread.svelte';

/**
 * How many messages wait for the user, without snoozed ones: shown beside the inbox in the
 * navigation, in its header, in the title and on the icon. Reactive.
 */
export function inboxCount(stores: AccountStores): () => UnreadCount {
  const unread = useLiveUnread(stores);
  const snoozed = useSnoozedConversations(stores);
  return () => {
    const now = Math.floor(currentTime() / 1000);
    const waiting = unread.conversations.filter((one) => {
      const off = snoozed.all.get(one.key);
      return off === undefined || !isSnoozed(one, off, now);
    });
    return unreadCount(waiting, stores.account.setting('desktop_icon_count_display'));
  };
}
