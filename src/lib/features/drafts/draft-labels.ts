import { m } from '$lib/paraglide/messages';
import { serverSentence } from '../../client/server-sentence';
import {
  recipientObstacle,
  type SendObstacle,
  type SendContext,
} from '../../writing/recipients/send-obstacle';
import type { DraftView } from './engine/draft-view';

/** Label for how safely the text is saved. Empty when there is nothing to save. */
export function savedLabel(draft: DraftView, storage: 'ok' | 'full' | 'broken'): string {
  if (draft.body.content.trim() === '' || isOrphanedDraft(draft)) return '';
  if (draft.sync === 'unsaved' && storage !== 'ok') return m.drafts_saved_nowhere();
  switch (draft.sync) {
    case 'unsaved':
      return m.drafts_saving();
    case 'local':
    case 'saving':
      return m.drafts_saved_here();
    case 'saved':
      return m.drafts_saved();
    case 'offline':
      return m.drafts_saved_offline();
    case 'signedOut':
      return m.drafts_saved_signed_out();
    case 'off':
      return m.drafts_saved_off();
    case 'blocked':
      return m.drafts_saved_blocked();
  }
}

const ownReasons: Readonly<Record<string, () => string>> = {
  waited: m.drafts_waited,
  interrupted: m.drafts_send_interrupted,
  no_answer: m.drafts_send_no_answer,
  server_fault: m.drafts_server_fault,
  too_long: m.compose_obstacle_too_long,
  topic_too_long: m.compose_obstacle_topic_too_long,
  null_byte: m.compose_obstacle_null_byte,
};

/** Label for a reason code of the engine, or the server's own message. */
export function draftReasonLabel(reason: string | null): string {
  if (reason === null) return m.drafts_send_no_answer();
  return ownReasons[reason]?.() ?? serverSentence(reason);
}

/** Why a draft can't be sent as it is, or null if nothing is known to prevent it. */
export function draftObstacle(draft: DraftView, around: SendContext): SendObstacle | null {
  const { content } = draft.body;
  if (content.trim() === '') return 'blank';
  const { reason } = draft;
  if (reason === 'too_long' || reason === 'null_byte' || reason === 'topic_too_long') return reason;
  return recipientObstacle(draft.body, around);
}

/** Shown in an open box, but deleted or sent elsewhere. Further typing makes it a draft again. */
export function isOrphanedDraft(draft: DraftView): boolean {
  return draft.sync === 'unsaved' && draft.updatedAt === 0;
}

/** Whether an open box has a banner to show for this draft, see `DraftBanners`. */
export function hasBanner(draft: DraftView): boolean {
  const state = draft.sending?.state;
  const isShown = state !== undefined && state !== 'inflight';
  if (isShown || draft.conflicted || draft.conflictOf !== null) return true;
  return draft.held || draft.revived || draft.sync === 'blocked' || isOrphanedDraft(draft);
}

/** Whether the list marks the draft: it can't be sent to its recipient. */
export function hasRecipientObstacle(draft: DraftView, around: SendContext): boolean {
  const obstacle = draft.body.type === '' ? null : recipientObstacle(draft.body, around);
  return obstacle !== null && obstacle !== 'topic_missing';
}
