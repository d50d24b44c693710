import Check from '@lucide/svelte/icons/check';
import Undo from '@lucide/svelte/icons/undo-2';
import { m } from '$lib/paraglide/messages';
import type { Action } from '../../../client/actions.svelte';
import type { Toasts } from '../../../ui/toasts.svelte';
import { triedWith } from '../deeds';
import type { Mark, SeenMarks } from './marks.svelte';

/** What can be done about the messages of a list being unread, as many as that. */
export function readActions(
  unread: number,
  marks: SeenMarks,
  toasts: Toasts,
  read: () => void,
): readonly Action[] {
  const section = m.conversation_title();
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
      title: m.conversation_read_undo({ count: marks.last.length }),
      icon: Undo,
      section,
      enabled: marks.last.length > 0,
      run: () => void triedWith(toasts, marks.undo()),
    },
  ];
}

/** Of one decision, with the way back. */
export function tellRead(mark: Mark | undefined, marks: SeenMarks, toasts: Toasts): void {
  if (!mark) return;
  const count = mark.ids.length;
  const run = () => void triedWith(toasts, marks.undo(mark));
  const action = { label: m.drafts_undo(), run };
  toasts.show({ key: 'messages-read', text: m.conversation_read_done({ count }), action });
}
