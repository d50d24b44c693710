import { createDrafts, deleteDraft, editDraft, getDrafts, type DraftInput } from '../../api/drafts';
import { ApiError, isFaultOfThisCall } from '../../api/errors';
import { sendMessage } from '../../api/messages';
import type { DraftApiCall } from './draft-api-call';
import type { DraftCallFailure, DraftCallOutcome } from './engine/call-outcomes';
import type { DraftBody } from './engine/draft-body';
import type { CheckOutcome, SendOutcome } from './engine/sendings';
import type { CheckJob, SendJob } from './engine/push-results';
import type { ServerCopy } from './engine/draft-record';
import type { DraftCall } from './engine/engine-state';

export interface DraftTransport {
  run(call: DraftCall): Promise<DraftCallOutcome>;
  send(job: SendJob): Promise<SendOutcome>;
  check(job: CheckJob): Promise<CheckOutcome>;
}

/**
 * Turns the engine's calls into API calls, and every failure into a `DraftCallFailure`. `selfId` is
 * the id of the account's user, or null until the server has sent it; lost messages can't be looked
 * up then. `queue` is the id of the event queue that receives the sent message with the draft's
 * key.
 */
export function createDraftTransport(
  call: DraftApiCall,
  selfId: () => number | null,
  queue: () => string | undefined = () => undefined,
): DraftTransport {
  return {
    run: async (wanted) => {
      try {
        return await perform(call, wanted);
      } catch (error) {
        return { ok: false, failure: draftFailureOf(error) };
      }
    },
    send: async ({ local, sending }) => {
      const queue_id = queue();
      try {
        const { id } = await call(sendMessage, {
          ...draftAddressOf(sending.body),
          read_by_sender: true,
          ...(queue_id !== undefined && { queue_id, local_id: local }),
        });
        return { state: 'sent', messageId: id };
      } catch (error) {
        return sendOutcomeOf(error);
      }
    },
    check: async ({ sending }) => {
      const user_id = selfId();
      if (user_id === null) return { state: 'unreachable' };
      try {
        // Rarely needed, so not part of the initial bundle.
        const { findSentMessage } = await import('./find-sent-message');
        const messageId = await findSentMessage(call, sending, user_id);
        return messageId === null ? { state: 'absent' } : { state: 'arrived', messageId };
      } catch (error) {
        return checkOutcomeOf(error);
      }
    },
  };
}

async function perform(call: DraftApiCall, wanted: DraftCall): Promise<DraftCallOutcome> {
  switch (wanted.kind) {
    case 'list':
      return { ok: true, rows: (await call(getDrafts, {})).drafts };
    case 'post': {
      const drafts = wanted.jobs.map((job) => inputOf(job.copy));
      return { ok: true, ids: (await call(createDrafts, { drafts })).ids };
    }
    case 'patch': {
      const { serverId, copy } = wanted.job;
      await call(editDraft, { draft_id: serverId, draft: inputOf(copy) });
      return { ok: true };
    }
    case 'delete':
      await call(deleteDraft, { draft_id: wanted.job.serverId });
      return { ok: true };
  }
}

function inputOf({ body, timestamp }: ServerCopy): DraftInput {
  return { type: body.type, to: [...body.to], topic: body.topic, content: body.content, timestamp };
}

/** Recipient and content in the form that sending and scheduling expect. */
export function draftAddressOf({ type, to, topic, content }: DraftBody) {
  if (type !== 'stream') return { type: 'direct' as const, to: [...to], content };
  return { type: 'stream' as const, to: to[0] ?? 0, topic, content };
}

/** What a failed call means for its drafts. Only 401 means that the user must sign in again. */
export function draftFailureOf(error: unknown): DraftCallFailure {
  if (isFaultOfThisCall(error)) return { kind: 'fault' };
  if (!(error instanceof ApiError)) return { kind: 'unknown' };
  if (error.status === 429) {
    return { kind: 'limited', retryAfter: (Number(error.fields['retry-after']) || 1) * 1000 };
  }
  if (error.status === 401) return { kind: 'signedOut' };
  if (error.status === 404) return { kind: 'gone' };
  // 413: the drafts are too large for one call, either together or one of them.
  if (error.status === 400 || error.status === 413) {
    return { kind: 'refused', reason: error.serverMessage };
  }
  // Includes 403: a proxy refused this call, which says nothing about the next one.
  return { kind: 'unknown' };
}

/** Only an error response with a code proves that a message was not sent. */
function sendOutcomeOf(error: unknown): SendOutcome {
  if (isFaultOfThisCall(error)) return { state: 'fault' };
  if (!(error instanceof ApiError)) return { state: 'lost' };
  if (error.status === 429) return limited(error);
  return { state: 'failed', reason: error.serverMessage };
}

function checkOutcomeOf(error: unknown): CheckOutcome {
  if (!(error instanceof ApiError)) return { state: 'unreachable' };
  if (error.status === 429) return limited(error);
  // Signed out: look it up after the user signs in again.
  return error.status === 401 ? { state: 'unreachable' } : { state: 'refused' };
}

function limited({ fields }: ApiError) {
  return { state: 'limited', retryAfter: (Number(fields['retry-after']) || 1) * 1000 } as const;
}
