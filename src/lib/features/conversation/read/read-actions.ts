import Check from '@lucide/svelte/icons/check';
import Undo from '@lucide/svelte/icons/undo-2';
import { m } from '$lib/paraglide/messages';
import { appKeys } from '../../../client/actions/app-keys';
import type { AppAction } from '../../../client/actions/action-registry.svelte';
import { markedCountOf } from '../../../client/read-marks/read-mark';
import type { ReadMarks } from '../../../client/read-marks/read-marks.svelte';
import type { ToastQueue } from '../../../ui/toast-queue.svelte';
import { announceUnread, undoReadMark } from '../../../writing/unread/announce-read-marks';
import type { ReadTracker } from './read-tracker.svelte';

/** Actions for a list with this number of unread messages. */
export function readActions(
  unread: number,
  marks: ReadMarks,
  toasts: ToastQueue,
  read: () => void,
): readonly AppAction[] {
  const section = m.conversation_title();
  const { last } = marks;
  return [
    {
      id: 'conversation-read',
      title: m.ui_mark_read(),
      icon: Check,
      shortcut: appKeys.markRead,
      section,
      enabled: unread > 0,
      run: read,
    },
    {
      id: 'conversation-read-undo',
      title: m.conversation_read_undo({ count: last ? markedCountOf(last) : 0 }),
      icon: Undo,
      section,
      enabled: last !== undefined,
      run: () => void undoReadMark(last, marks, toasts),
    },
  ];
}

/** Marks a message and all later ones as unread, and offers undo. Throws `AnyFailure`. */
export async function markUnreadFrom(
  id: number,
  reading: ReadTracker,
  toasts: ToastQueue,
): Promise<void> {
  const { outcome, undo } = await reading.unreadFrom(id);
  if (outcome.state !== 'failed') {
    toasts.show({ key: 'messages-read', text: m.conversation_unread_done(), undo });
  }
  announceUnread(outcome, toasts);
}
