import { foldCase } from '../../../api/fold-case';
import { wellFormed } from '../../../api/well-formed';
import { isDraftSending } from './local-changes';
import { normalizeBody, type DraftBody, type DraftLimits } from './draft-body';
import { enqueueChange } from './change-queue';
import type { DraftSending } from './draft-record';
import type { CheckJob, SendJob } from './push-results';
import { amendState, type DraftEffect, type DraftEngineState } from './engine-state';

/**
 * Sends in order: within a conversation, a message waits until the one before it has been sent or
 * has failed; a failed message blocks nothing. There is no order between conversations. Messages
 * that can't be sent for lack of a connection wait for up to a day.
 */

export type SendOutcome =
  | { readonly state: 'sent'; readonly messageId: number }
  | { readonly state: 'failed'; readonly reason: string }
  /** Too many requests. `retryAfter` is in milliseconds. */
  | { readonly state: 'limited'; readonly retryAfter: number }
  /** No response: the message can have arrived. */
  | { readonly state: 'lost' }
  /** The server failed: the message can have arrived nevertheless. */
  | { readonly state: 'fault' };

export type CheckOutcome =
  | { readonly state: 'arrived'; readonly messageId: number }
  | { readonly state: 'absent' }
  | { readonly state: 'limited'; readonly retryAfter: number }
  | { readonly state: 'unreachable' }
  /** The server doesn't allow reading the conversation. */
  | { readonly state: 'refused' };

/** If the user pressed Send this long ago (ms), don't send without asking again. */
const sendPatience = 86_400_000;
/** After this many tries at which the server failed, a message isn't resent automatically. */
const maxTries = 4;
/** Milliseconds to wait before checking: a request whose reply was lost can still be under way. */
const lookLater = 2000;
const maxWait = 60_000;

export function applySendOutcome(
  state: DraftEngineState,
  job: SendJob,
  outcome: SendOutcome,
  now: number,
): DraftEngineState {
  const { local, sending } = job;
  const end = { type: 'sendingEnded', local, attempt: sending.attempt } as const;
  switch (outcome.state) {
    case 'sent': {
      const highestMessage = Math.max(state.highestMessage, outcome.messageId);
      const next = amendState(state, { highestMessage, sendFailures: 0 });
      return enqueueChange(next, { ...end, state: 'sent', reason: null });
    }
    case 'failed':
      return enqueueChange(amendState(state, { sendFailures: 0 }), { ...end, ...outcome });
    case 'limited': {
      const next = holdSending(state, now + outcome.retryAfter);
      return enqueueChange(next, { ...end, state: 'queued', reason: null });
    }
    case 'lost':
    case 'fault': {
      const next = lateSending(state, now);
      const reason = outcome.state === 'lost' ? 'no_answer' : 'server_fault';
      return enqueueChange(next, { ...end, state: 'checking', reason });
    }
  }
}

/** Applies what the conversation shows about a message whose reply was lost. */
export function applyCheckOutcome(
  state: DraftEngineState,
  job: CheckJob,
  outcome: CheckOutcome,
  now: number,
): DraftEngineState {
  const { local, sending } = job;
  const { attempt, tries } = sending;
  const rest = new Set(state.checking);
  rest.delete(local);
  const next = amendState(state, { checking: rest });
  const end = { type: 'sendingEnded', local, attempt } as const;
  switch (outcome.state) {
    case 'arrived': {
      const highestMessage = Math.max(state.highestMessage, outcome.messageId);
      const done = amendState(next, { highestMessage, sendFailures: 0 });
      return enqueueChange(done, { ...end, state: 'sent', reason: null });
    }
    case 'absent':
      // The message no longer blocks its conversation: the user can change it or try again.
      return sending.reason === 'server_fault' && tries >= maxTries
        ? enqueueChange(next, { ...end, state: 'failed', reason: 'server_fault' })
        : enqueueChange(next, { type: 'requeueSending', local, attempt, tries });
    case 'limited':
      return holdSending(next, now + outcome.retryAfter);
    case 'unreachable':
      return lateSending(next, now);
    case 'refused':
      return enqueueChange(next, { ...end, state: 'unknown', reason: 'no_answer' });
  }
}

function lateSending(state: DraftEngineState, now: number): DraftEngineState {
  const { sendFailures } = state;
  const wait = Math.max(lookLater, Math.min(maxWait, 1000 * 2 ** sendFailures));
  return holdSending(
    amendState(state, { sendFailures: Math.min(sendFailures + 1, 16) }),
    now + wait,
  );
}

function holdSending(state: DraftEngineState, until: number): DraftEngineState {
  return amendState(state, { sendAfter: Math.max(state.sendAfter, until) });
}

/** Sends messages whose turn it is, and checks those that can have arrived. */
export function planSendings(
  state: DraftEngineState,
  now: number,
  effects: DraftEffect[],
): DraftEngineState {
  const reachable = state.online && state.signedIn;
  let next = state;
  for (const { local, sending } of nextInTurn(state)) {
    if (Math.abs(now - sending.at) >= sendPatience) {
      const { attempt } = sending;
      const ended = sending.state === 'queued' ? 'failed' : 'unknown';
      next = enqueueChange(next, {
        type: 'sendingEnded',
        local,
        attempt,
        state: ended,
        reason: 'waited',
      });
    } else if (!reachable || now < goesAt(state, sending)) {
      continue;
    } else if (sending.state === 'queued') {
      next = enqueueChange(next, { type: 'beginSending', local, after: state.highestMessage });
    } else {
      next = amendState(next, { checking: new Set([...next.checking, local]) });
      effects.push({ type: 'check', job: { kind: 'check', local, sending } });
    }
  }
  return next;
}

/** When the next message can be sent or checked, milliseconds. */
export function sendingsWakeAt(state: DraftEngineState): number {
  const { leader, loaded, online, signedIn } = state;
  if (!leader || !loaded || !online || !signedIn) return Infinity;
  return Math.min(Infinity, ...nextInTurn(state).map(({ sending }) => goesAt(state, sending)));
}

function goesAt({ sendAfter, ledSince }: DraftEngineState, { state }: DraftSending): number {
  return state === 'checking' ? Math.max(sendAfter, ledSince + lookLater) : sendAfter;
}

interface Turn {
  readonly local: string;
  readonly sending: DraftSending;
}

/** The first message of each conversation, unless it is already being processed. */
function nextInTurn(state: DraftEngineState): Turn[] {
  const { queue, checking, limits } = state;
  const seen = new Set<string>();
  return waitingOf(state).filter(({ local, sending }) => {
    const conversation = conversationOf(sending.body, limits);
    if (seen.has(conversation)) return false;
    seen.add(conversation);
    if (sending.state === 'inflight' || checking.has(local)) return false;
    return !queue.some((change) => 'local' in change && change.local === local);
  });
}

/** Unsettled messages in the order in which they were sent. */
function waitingOf({ unsettled, records }: DraftEngineState): Turn[] {
  const waiting: Turn[] = [];
  for (const local of unsettled) {
    const record = records.get(local);
    if (record?.sending && isDraftSending(record)) waiting.push({ local, sending: record.sending });
  }
  return waiting.sort((a, b) => a.sending.at - b.sending.at || (a.local < b.local ? -1 : 1));
}

function conversationOf(body: DraftBody, limits: DraftLimits): string {
  const { type, to, topic } = normalizeBody(body, limits);
  return `${type} ${[...to].sort((a, b) => a - b).join()} ${foldCase(topic)}`;
}

/** A message of the user as shown in a conversation. */
export interface OwnMessage {
  readonly id: number;
  readonly content: string;
}

/**
 * Which of the user's messages in the conversation this send created, or null if none did. Messages
 * known before the first try (`after`) never match, even with the same text.
 */
export function recognizeSentMessage(
  { body, after }: { readonly body: DraftBody; readonly after: number },
  found: readonly OwnMessage[],
): number | null {
  const content = wellFormed(body.content).trim();
  const own = found.filter((message) => message.id > after && message.content.trim() === content);
  return own[0]?.id ?? null;
}
