import { m } from '$lib/paraglide/messages';
import { describe } from '../../client/error-table';
import type { Change } from '../../client/outbox/change';
import { failureOf } from '../../client/outbox/failure';
import { maxSnippetContentLength, maxSnippetTitleLength } from '../../api/saved-snippets';
import { countText } from '../../ui/count-text';
import type { TextProblem } from './snippet-text';

export const problemWords: Readonly<Record<TextProblem, () => string>> = {
  title_blank: m.snippets_title_blank,
  title_long: () => m.snippets_title_long({ count: maxSnippetTitleLength }),
  content_blank: m.snippets_content_blank,
  content_long: () => m.snippets_content_long({ count: countText(maxSnippetContentLength) }),
  null_byte: m.snippets_null_byte,
};

/** What of a snippet has not been done, in two words. */
export function undoneWords({ from, to }: Change): string {
  if (to === null) return m.outbox_mark_not_deleted();
  return from === null ? m.outbox_mark_not_saved() : m.outbox_mark_not_changed();
}

/** Why it could not be done by itself. */
export function changeWords(change: Change): string {
  const failure = failureOf(change);
  return failure ? describe(failure) : m.outbox_changed();
}

/** What waits for the connection, in a line. */
export function waitingWords({ from }: Change): string {
  return from === null ? m.outbox_will_create() : m.outbox_will_change();
}
