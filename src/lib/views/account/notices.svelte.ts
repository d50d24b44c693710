import { untrack } from 'svelte';
import { on } from 'svelte/events';
import { goto } from '$app/navigation';
import { page } from '$app/state';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account.svelte';
import { conversationOf } from '../../client/conversation-address';
import { readMemory, writeMemory } from '../../client/memory';
import type { AccountRooms } from '../../client/rooms.svelte';
import { wearBadge } from '../../features/notifications/badge';
import { DeviceNotices } from '../../features/notifications/device.svelte';
import { Notifier, type NoticeOptions } from '../../features/notifications/notifier.svelte';
import { play } from '../../features/notifications/sound';
import { Tabs } from '../../features/notifications/tabs';
import type { Toasts } from '../../ui/toasts.svelte';
import { conversationKey } from '../../writing/conversation-key';
import { unreadOf } from '../../writing/unread.svelte';
import { inboxCount } from '../sidebar/inbox-count.svelte';

const asked = 'notices-asked';

/** Calls the person while a tab is open: title, icon, notifications, sound. The result stops it. */
export function startNotices(account: Account, rooms: AccountRooms, toasts: Toasts): () => void {
  return $effect.root(() => {
    const unread = unreadOf(account, rooms);
    const device = new DeviceNotices(account.id);
    const tabs = new Tabs(`inkwell.notices.${account.id}`);
    const badge = wearBadge();
    const waiting = inboxCount(account, rooms);
    $effect(() => {
      const isShown = account.setting('desktop_icon_count_display') !== 4;
      badge.show(isShown ? waiting() : { count: 0, some: false });
    });
    $effect(() => badge.stop);
    followEyes(tabs);
    new Notifier({
      ...{ account, unread, device, tabs, show },
      play: (sound) => void play(sound, account.state),
      open: (href) => {
        window.focus();
        void goto(href);
      },
      askFirst: () => askOnce(account, device, toasts),
    });
  });
}

/** What somebody has before the eyes in this tab. */
function followEyes(tabs: Tabs): void {
  let isLookedAt = $state(hasEyes());
  $effect(() => {
    const look = () => (isLookedAt = hasEyes());
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
        ? conversationOf(page.url.searchParams)
        : null;
    untrack(() => tabs.lookAt(at && conversationKey(at)));
  });
}

const hasEyes = () => document.visibilityState === 'visible' && document.hasFocus();

function show(title: string, options: NoticeOptions, run: () => void) {
  try {
    const { silent, ...rest } = options;
    // The sound is ours, by the account's settings.
    const notice = new Notification(title, { ...rest, silent: true, ...(!silent && renotify) });
    notice.onclick = () => {
      run();
      notice.close();
    };
    return notice;
  } catch {
    // Browsers of phones have notifications of service workers alone.
    return undefined;
  }
}

/** Not in the platform's types yet. */
const renotify: object = { renotify: true };

/** Once on this device, when somebody has called: never on load. */
function askOnce(account: Account, device: DeviceNotices, toasts: Toasts): void {
  if (readMemory(account.id, asked) === true) return;
  writeMemory(account.id, asked, true);
  toasts.show({
    key: asked,
    text: m.notices_ask(),
    action: { label: m.notices_allow(), run: () => void device.ask() },
  });
}
