import Check from '@lucide/svelte/icons/check';
import Undo from '@lucide/svelte/icons/undo-2';
import { m } from '$lib/paraglide/messages';
import type { Action } from '../../../client/actions.svelte';
import { countOf } from '../../../client/read-marks/mark';
import type { ReadMarks } from '../../../client/read-marks/read-marks.svelte';
import type { Toasts } from '../../../ui/toasts.svelte';
import { tellUnread, undoMark } from '../../../writing/tell-marks';
import { triedWith } from '../tried';
import type { Reading } from './reading.svelte';

/** What can be done about the messages of a list being unread, as many as that. */
export function readActions(
  unread: number,
  marks: ReadMarks,
  toasts: Toasts,
  read: () => void,
): readonly Action[] {
  const section = m.conversation_title();
  const { last } = marks;
  return [
    {
      id: 'conversation-read',
      title: m.conversation_mark_read(),
      icon: Check,
      shortcut: 'Shift+M',
      section,
      enabled: unread > 0,
      run: read,
    },
    {
      id: 'conversation-read-undo',
      title: m.conversation_read_undo({ count: last ? countOf(last) : 0 }),
      icon: Undo,
      section,
      enabled: last !== undefined,
      run: () => void undoMark(last, marks, toasts),
    },
  ];
}

/** That message and those after it, with the way back. Throws `AnyFailure`. */
export async function unreadFrom(id: number, reading: Reading, toasts: Toasts): Promise<void> {
  const { outcome, takeBack } = await reading.unreadFrom(id);
  const action = { label: m.marks_undo(), run: () => void triedWith(toasts, takeBack()) };
  if (outcome.state !== 'failed') {
    toasts.show({ key: 'messages-read', text: m.conversation_unread_done(), action });
  }
  tellUnread(outcome, toasts);
}
