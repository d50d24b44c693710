import * as v from 'valibot';
import { m } from '$lib/paraglide/messages';

export interface DeviceNotificationOptions {
  readonly body: string;
  /** Replaces an earlier notification with the same tag. */
  readonly tag: string;
  /** No sound or alert, because it is only an edit. */
  readonly silent: boolean;
}

export interface NotificationHandle {
  close(): void;
}

/** What the user can do with a notification. */
export interface NotificationRuns {
  /** The page that a click opens if this tab is closed by then. */
  readonly href: string;
  /** Called on click. */
  readonly open: () => void;
  /** Called for "Mark as read", which not all browsers offer. */
  readonly read?: () => void;
}

/** From the service worker, about a notification of this tab. */
const clickSchema = v.object({
  kind: v.literal('notification-click'),
  tag: v.string(),
  action: v.string(),
});

/** Not in the DOM types yet. */
interface ShownOptions extends NotificationOptions {
  readonly renotify: boolean;
}

/**
 * Shows a notification through the service worker, because Chrome on Android refuses others, and
 * without a worker directly. Returns undefined if the browser shows none.
 */
export function showNotification(
  title: string,
  { body, tag, silent }: DeviceNotificationOptions,
  runs: NotificationRuns,
): NotificationHandle | undefined {
  // We play the sound, as set in the account's settings.
  const options = { body, tag, silent: true, renotify: !silent };
  const worker = navigator.serviceWorker?.controller;
  return worker ? showByWorker(worker, title, options, runs) : showDirectly(title, options, runs);
}

/** What this tab's notifications in the service worker do, by tag. */
const runsByTag = new Map<string, NotificationRuns>();

function runClicked({ data }: MessageEvent): void {
  const click = v.safeParse(clickSchema, data);
  if (!click.success) return;
  const { tag, action } = click.output;
  const runs = runsByTag.get(tag);
  runsByTag.delete(tag);
  if (action === 'read') runs?.read?.();
  else runs?.open();
}

function showByWorker(
  worker: ServiceWorker,
  title: string,
  options: ShownOptions & { readonly tag: string },
  runs: NotificationRuns,
): NotificationHandle {
  const { tag } = options;
  runsByTag.set(tag, runs);
  // Adding the same listener again changes nothing.
  navigator.serviceWorker.addEventListener('message', runClicked);
  const actions = runs.read ? [{ action: 'read', title: m.ui_mark_read() }] : [];
  const data = { href: runs.href };
  worker.postMessage({ kind: 'show-notification', title, options: { ...options, actions, data } });
  return {
    close() {
      runsByTag.delete(tag);
      worker.postMessage({ kind: 'close-notification', tag });
    },
  };
}

function showDirectly(
  title: string,
  options: ShownOptions,
  { open }: NotificationRuns,
): NotificationHandle | undefined {
  try {
    const notice = new Notification(title, options);
    notice.onclick = () => {
      open();
      notice.close();
    };
    return notice;
  } catch {
    // Mobile browsers only support notifications from service workers.
    return undefined;
  }
}
