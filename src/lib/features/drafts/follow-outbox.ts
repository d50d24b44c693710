import type { Outbox } from '../../client/outbox/outbox.svelte';
import { bodyOf } from '../scheduled/item';
import type { Drafts } from './drafts.svelte';
import { sameBody } from './engine/body';

/**
 * Drafts whose scheduling waits are out of sight, and go once the server has the message: not before,
 * so that their text is never nowhere. What was written on meanwhile, here or elsewhere, stays a draft.
 * The result stops it.
 */
export function followOutbox(drafts: Drafts, outbox: Outbox): () => void {
  drafts.away = () => outbox.drafts;
  const stop = outbox.onEnded(({ sent: { draft, send, to }, isLast }) => {
    if (!isLast) return;
    const now = draft === undefined ? undefined : drafts.get(draft)?.body;
    if (draft !== undefined && now && to && sameBody(now, bodyOf(to))) {
      drafts.remove([draft], 'scheduled');
    }
    if (send !== undefined && drafts.get(send)?.sending === null) drafts.send(send);
  });
  return () => {
    drafts.away = null;
    stop();
  };
}
