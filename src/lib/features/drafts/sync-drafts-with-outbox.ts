import type { Outbox } from '../../client/outbox/outbox.svelte';
import type { PendingChange } from '../../client/outbox/pending-change';
import type { SendReadiness } from '../../client/outbox/outbox-runner';
import { timedTextOf } from '../../writing/sending/timed-text';
import type { AccountDrafts } from './account-drafts.svelte';
import { sameDraftBody } from './engine/draft-body';

/**
 * Hides drafts whose scheduling is pending, and deletes each only once the server has the message,
 * so that its text always exists somewhere. Text that was edited since, here or elsewhere, stays a
 * draft. Items that a draft replaces are deleted once the server has the draft. Returns a function
 * that stops it.
 */
export function syncDraftsWithOutbox(drafts: AccountDrafts, outbox: Outbox): () => void {
  const stopHiding = drafts.hide(() => outbox.drafts);
  const stop = outbox.onFinished(({ sent: { draft, send, to }, isLast }) => {
    if (!isLast) return;
    const now = draft === undefined ? undefined : drafts.get(draft)?.body;
    if (draft !== undefined && now && to && sameDraftBody(now, timedTextOf(to))) {
      drafts.remove([draft], 'scheduled');
    }
    if (send !== undefined && drafts.get(send)?.sending === null) drafts.send(send);
  });
  return () => {
    stopHiding();
    stop();
  };
}

/**
 * Whether an item that a draft replaces can be deleted: once the server has the draft. A draft that
 * no longer exists was sent or deleted since.
 */
export function outboxReadinessOf(
  drafts: AccountDrafts,
  { instead }: Pick<PendingChange, 'instead'>,
): SendReadiness {
  if (instead === undefined) return 'yes';
  if (!drafts.loaded) return 'later';
  const sync = drafts.get(instead)?.sync;
  if (sync === 'blocked') return 'no';
  return sync === 'unsaved' || sync === 'saving' || sync === 'offline' ? 'later' : 'yes';
}
