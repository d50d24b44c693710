import { m } from '$lib/paraglide/messages';
import { errorMessage } from '../../client/calls/error-table';
import type { PendingChange } from '../../client/outbox/pending-change';
import { failureOfChange } from '../../client/outbox/change-failure';
import { maxSnippetContentLength, maxSnippetTitleLength } from '../../api/saved-snippets';
import { formatCount } from '../../ui/format-count';
import type { SnippetProblem } from './snippet-text';

export const snippetProblemLabels: Readonly<Record<SnippetProblem, () => string>> = {
  title_blank: m.snippets_title_blank,
  title_long: () => m.snippets_title_long({ count: maxSnippetTitleLength }),
  content_blank: m.snippets_content_blank,
  content_long: () => m.snippets_content_long({ count: formatCount(maxSnippetContentLength) }),
  null_byte: m.snippets_null_byte,
};

export function failedSnippetLabel({ from, to }: PendingChange): string {
  if (to === null) return m.outbox_mark_not_deleted();
  return from === null ? m.outbox_mark_not_saved() : m.outbox_mark_not_changed();
}

/** Why the change couldn't be completed. */
export function snippetChangeLabel(change: PendingChange): string {
  const failure = failureOfChange(change);
  return failure ? errorMessage(failure) : m.outbox_changed();
}

export function waitingSnippetLabel({ from }: PendingChange): string {
  return from === null ? m.outbox_will_create() : m.outbox_will_change();
}
