import { m } from '$lib/paraglide/messages';
import { errorMessage } from '../../client/calls/error-table';
import { markedCountOf, type ReadMark } from '../../client/read-marks/read-mark';
import type { ReadMarkOutcome, ReadMarks } from '../../client/read-marks/read-marks.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';

const key = 'messages-read';

/** Marks messages as read together and shows a toast with Undo. */
export async function markReadWithToast(
  messages: readonly number[],
  marks: ReadMarks,
  toasts: ToastQueue,
): Promise<void> {
  const marked = marks.markRead(messages);
  if (!marked) return;
  const { mark, outcome } = marked;
  const undo = () => undoReadMark(mark, marks, toasts);
  toasts.show({ key, text: m.ui_marked_read({ count: markedCountOf(mark) }), undo });
  const end = await outcome;
  if (end.state !== 'failed') return;
  toasts.show({
    key,
    tone: 'danger',
    text: m.marks_not_read({ reason: errorMessage(end.failure) }),
  });
}

/** Marks the messages as unread again and shows how many. */
export async function undoReadMark(
  mark: ReadMark | undefined,
  marks: ReadMarks,
  toasts: ToastQueue,
): Promise<void> {
  if (!mark) return;
  if (!marks.all.some(({ id }) => id === mark.id)) {
    toasts.show({ key, text: m.ui_undo_gone() });
    return;
  }
  toasts.show({ key, text: m.marks_unread({ count: markedCountOf(mark) }) });
  announceUnread(await marks.undo(mark), toasts);
}

/** Shows a toast if messages stay read. */
export function announceUnread(end: ReadMarkOutcome, toasts: ToastQueue): void {
  if (end.state === 'failed') {
    const text = m.marks_not_unread({ reason: errorMessage(end.failure) });
    toasts.show({ key, tone: 'danger', text });
  } else if (end.state === 'done' && end.ignored > 0) {
    toasts.show({ key, tone: 'danger', text: m.marks_left({ count: end.ignored }) });
  }
}
