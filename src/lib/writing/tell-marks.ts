import { m } from '$lib/paraglide/messages';
import { describe } from '../client/error-table';
import { countOf, type Mark } from '../client/read-marks/mark';
import type { MarkOutcome, ReadMarks } from '../client/read-marks/read-marks.svelte';
import type { Toasts } from '../ui/toasts.svelte';

const key = 'messages-read';

/** Marks these by one decision and says so, with the way back. */
export async function markRead(
  messages: readonly number[],
  marks: ReadMarks,
  toasts: Toasts,
): Promise<void> {
  const marked = marks.read(messages);
  if (!marked) return;
  const { mark, outcome } = marked;
  const action = { label: m.marks_undo(), run: () => void undoMark(mark, marks, toasts) };
  toasts.show({ key, text: m.marks_read({ count: countOf(mark) }), action });
  const end = await outcome;
  if (end.state !== 'failed') return;
  toasts.show({ key, tone: 'danger', text: m.marks_not_read({ reason: describe(end.failure) }) });
}

/** They are unread again, and it is said how many. */
export async function undoMark(
  mark: Mark | undefined,
  marks: ReadMarks,
  toasts: Toasts,
): Promise<void> {
  if (!mark) return;
  toasts.show({ key, text: m.marks_unread({ count: countOf(mark) }) });
  tellUnread(await marks.undo(mark), toasts);
}

/** Says where something stays read. */
export function tellUnread(end: MarkOutcome, toasts: Toasts): void {
  if (end.state === 'failed') {
    const text = m.marks_not_unread({ reason: describe(end.failure) });
    toasts.show({ key, tone: 'danger', text });
  } else if (end.state === 'done' && end.ignored > 0) {
    toasts.show({ key, tone: 'danger', text: m.marks_left({ count: end.ignored }) });
  }
}
