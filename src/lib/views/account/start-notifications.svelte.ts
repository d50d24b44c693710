import { untrack } from 'svelte';
import { on } from 'svelte/events';
import { goto } from '$app/navigation';
import { page } from '$app/state';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import { parseConversation } from '../../client/navigation/conversation-address';
import { readAccountStorage, writeAccountStorage } from '../../client/storage/account-storage';
import type { AccountStores } from '../../client/account/account-stores.svelte';
import { createUnreadBadge } from '../../features/notifications/unread-badge';
import { BrowserNotifications } from '../../features/notifications/browser-notifications.svelte';
import { MessageNotifier } from '../../features/notifications/message-notifier.svelte';
import { playNotificationSound } from '../../features/notifications/notification-sound';
import { NotificationTabs } from '../../features/notifications/notification-tabs';
import { showNotification } from '../../features/notifications/show-notification';
import { useReadMarks } from '../../client/read-marks/read-marks.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { conversationKey } from '../../writing/recipients/conversation-key';
import { useLiveUnread } from '../../writing/unread/live-unread.svelte';
import { inboxCount } from '../sidebar/inbox-count.svelte';

const promptedKey = 'notices-asked';

/**
 * Notifies the user while a tab is open: title, icon, notifications, sound. The returned function
 * stops it.
 */
export function startNotifications(stores: AccountStores): () => void {
  const { account, toasts } = stores;
  return $effect.root(() => {
    const unread = useLiveUnread(stores);
    const marks = useReadMarks(stores);
    const device = new BrowserNotifications(account.id);
    const tabs = new NotificationTabs(`inkwell.notices.${account.id}`);
    const badge = createUnreadBadge();
    const waiting = inboxCount(stores);
    $effect(() => {
      const isShown = account.setting('desktop_icon_count_display') !== 4;
      badge.show(isShown ? waiting() : { count: 0, some: false });
    });
    $effect(() => badge.stop);
    trackVisibleConversation(tabs);
    new MessageNotifier({
      ...{ account, unread, device, tabs },
      show: showNotification,
      play: (sound) => void playNotificationSound(sound, account.state),
      open: (href) => {
        window.focus();
        void goto(href);
      },
      markRead: (ids) => void marks.markRead(ids),
      offerPermission: () => offerPermissionOnce(account, device, toasts),
    });
  });
}

function trackVisibleConversation(tabs: NotificationTabs): void {
  let isLookedAt = $state(isTabVisible());
  $effect(() => {
    const look = () => (isLookedAt = isTabVisible());
    const stops = [
      on(window, 'focus', look),
      on(window, 'blur', look),
      on(document, 'visibilitychange', look),
      on(window, 'pagehide', () => (isLookedAt = false)),
    ];
    return () => stops.forEach((stop) => stop());
  });
  $effect(() => {
    const at =
      isLookedAt && page.url.pathname === '/conversation'
        ? parseConversation(page.url.searchParams)
        : null;
    untrack(() => tabs.setVisibleConversation(at && conversationKey(at)));
  });
}

const isTabVisible = () => document.visibilityState === 'visible' && document.hasFocus();

/** Offers it once per device, when the first notification is due, never on load. */
function offerPermissionOnce(
  account: Account,
  device: BrowserNotifications,
  toasts: ToastQueue,
): void {
  if (readAccountStorage(account.id, promptedKey) === true) return;
  writeAccountStorage(account.id, promptedKey, true);
  toasts.show({
    key: promptedKey,
    text: m.notices_ask(),
    action: { label: m.notices_allow(), run: () => void device.requestPermission() },
  });
}
