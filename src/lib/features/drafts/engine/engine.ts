import {
  emptyBody,
  isBlankBody,
  sameDraftBody,
  sameDraftLimits,
  type DraftBody,
  type DraftLimits,
} from './draft-body';
import type { ConflictChoice } from './local-changes';
import { applyCallOutcome, type DraftCallOutcome } from './call-outcomes';
import {
  applyCheckOutcome,
  applySendOutcome,
  type CheckOutcome,
  type SendOutcome,
} from './sendings';
import { planNextCall, saveDelay } from './plan';
import { enqueueChange } from './change-queue';
import type { TrashReason } from './draft-record';
import type { ServerDraft } from './server-rows';
import type { CheckJob, DraftJob, SendJob } from './push-results';
import {
  amendState,
  withStorePatch,
  type DraftCall,
  type DraftEditor,
  type DraftStoreKeys,
  type DraftEngineState,
  type DraftStep,
} from './engine-state';
import type { StorePatch } from './working-set';

const storageRetry = 5000;
/** No backoff. */
const rested = { failures: 0, faults: 0, waitUntil: 0 } as const;
const nothing: StorePatch = { records: new Map(), graves: new Map(), bin: new Map() };

export type ServerDraftEvent =
  | { readonly op: 'add'; readonly drafts: readonly ServerDraft[] }
  | { readonly op: 'update'; readonly draft: ServerDraft }
  | { readonly op: 'remove'; readonly draft_id: number };

export type DraftEngineEvent =
  /** `leave`: the box was removed from the page; `blur`: it only lost the focus. */
  | { readonly type: 'focus' | 'blur' | 'leave' | 'dismiss' | 'hurry'; readonly local: string }
  | { readonly type: 'typed'; readonly local: string; readonly body: DraftBody }
  /** Store what is shown immediately, for `pagehide`. */
  | { readonly type: 'flush' }
  | { readonly type: 'remove'; readonly locals: readonly string[]; readonly reason?: TrashReason }
  | { readonly type: 'restore'; readonly trashId: string; readonly local: string }
  | { readonly type: 'emptyBin'; readonly ids: readonly string[] }
  | {
      readonly type: 'resolve';
      readonly local: string;
      readonly choice: ConflictChoice;
      readonly text?: string;
    }
  | { readonly type: 'send'; readonly local: string; readonly attempt: string }
  | { readonly type: 'settleSending'; readonly local: string; readonly arrived: boolean }
  | { readonly type: 'leader' | 'online' | 'signedIn'; readonly value: boolean }
  | { readonly type: 'sync'; readonly value: boolean }
  | { readonly type: 'limits'; readonly limits: DraftLimits }
  /** `id` is the event's position in its queue. Events already seen are ignored. */
  | { readonly type: 'event'; readonly id: number; readonly event: ServerDraftEvent }
  /**
   * A new event queue starts. Its register reply isn't sufficient: it is cut off at 1000 drafts.
   * `message` is the highest message id, if the server sends it.
   */
  | { readonly type: 'registered'; readonly message?: number | undefined }
  | { readonly type: 'changedElsewhere'; readonly keys: DraftStoreKeys }
  | { readonly type: 'read'; readonly patch: StorePatch; readonly whole: boolean }
  | { readonly type: 'written'; readonly patch: StorePatch; readonly jobs: readonly DraftJob[] }
  | { readonly type: 'writeFailed'; readonly full: boolean }
  | { readonly type: 'readFailed' }
  | { readonly type: 'answered'; readonly call: DraftCall; readonly outcome: DraftCallOutcome }
  | { readonly type: 'sendAnswered'; readonly job: SendJob; readonly outcome: SendOutcome }
  | { readonly type: 'checked'; readonly job: CheckJob; readonly outcome: CheckOutcome }
  | { readonly type: 'tick' };

/**
 * Steps the drafts engine of one tab. `now` is the device clock in milliseconds. Start with a
 * `read`.
 */
export function stepDrafts(
  state: DraftEngineState,
  event: DraftEngineEvent,
  now: number,
): DraftStep {
  if (event.type === 'changedElsewhere') return [state, [{ type: 'read', keys: event.keys }]];
  const next = saveDue(handle(state, event, now), now);
  const [planned, effects] = planNextCall(next, now);
  if (event.type === 'written' && event.jobs.length > 0) {
    const sends = event.jobs.filter((job) => job.kind === 'send');
    return [planned, [...sends.map((job) => ({ type: 'send', job }) as const), ...effects]];
  }
  if (event.type === 'leader' && event.value) {
    return [planned, [{ type: 'read', keys: 'all' }, ...effects]];
  }
  return [planned, effects];
}

function handle(
  state: DraftEngineState,
  event: Exclude<DraftEngineEvent, { type: 'changedElsewhere' }>,
  now: number,
): DraftEngineState {
  switch (event.type) {
    case 'focus':
      return withEditor(state, event.local, {
        ...editorOf(state, event.local),
        focused: true,
        open: true,
      });
    case 'typed':
      return typed(state, event.local, event.body, now);
    case 'blur':
      return blur(state, event.local, true, now);
    case 'leave':
      return blur(state, event.local, false, now);
    case 'hurry': {
      const hurried = new Map(state.hurried).set(event.local, now);
      return amendState(save(state, event.local, now), { hurried });
    }
    case 'flush':
      return [...state.editors.keys()].reduce((next, local) => save(next, local, now), state);
    case 'remove': {
      let next = state;
      for (const local of event.locals) next = withEditor(save(next, local, now), local, null);
      const reason = event.reason ?? 'deleted';
      return enqueueChange(next, { type: 'remove', locals: event.locals, reason });
    }
    case 'restore':
      return enqueueChange(state, event);
    case 'emptyBin':
      return enqueueFirst(state, event);
    case 'resolve':
      return resolve(state, event, now);
    case 'dismiss':
      return enqueueChange(state, { type: 'dismiss', local: event.local });
    case 'send': {
      const { local, attempt } = event;
      return enqueueChange(save(state, local, now), { type: 'queueSending', local, attempt });
    }
    case 'settleSending': {
      const sending = state.records.get(event.local)?.sending;
      if (!sending || sending.state === 'inflight') return state;
      const ended = event.arrived ? 'sent' : 'dismissed';
      const { attempt } = sending;
      return enqueueChange(state, {
        type: 'sendingEnded',
        local: event.local,
        attempt,
        state: ended,
        reason: null,
      });
    }
    case 'leader':
      return lead(state, event.value, now);
    case 'online':
      return event.value
        ? amendState(state, { ...rested, online: true, onlineSince: now, sendFailures: 0 })
        : amendState(state, { online: false });
    case 'signedIn':
      return amendState(state, { signedIn: event.value });
    case 'sync':
      return switchSync(state, event.value);
    case 'limits':
      if (sameDraftLimits(state.limits, event.limits)) return state;
      return withStorePatch(amendState(state, { limits: event.limits }), {
        ...nothing,
        records: state.records,
      });
    case 'event':
      return takeEvent(state, event.id, event.event);
    case 'registered':
      return registered(state, event.message ?? 0);
    case 'read':
      return taken(state, event.patch, event.whole);
    case 'written':
      return written(state, event.patch, event.jobs);
    case 'writeFailed':
      return amendState(state, {
        writing: false,
        storage: event.full ? 'full' : 'broken',
        retryAt: now + storageRetry,
      });
    case 'readFailed':
      return amendState(state, { storage: 'broken', retryAt: now + storageRetry });
    case 'answered':
      return applyCallOutcome(state, event.call, event.outcome, now);
    case 'sendAnswered':
      return applySendOutcome(state, event.job, event.outcome, now);
    case 'checked':
      return applyCheckOutcome(state, event.job, event.outcome, now);
    case 'tick':
      return state;
  }
}

function editorOf(state: DraftEngineState, local: string): DraftEditor {
  const stored = state.records.get(local)?.body ?? emptyBody;
  const fresh = { shown: stored, base: stored, dirtySince: null, focused: false, open: true };
  return state.editors.get(local) ?? fresh;
}

function withEditor(
  state: DraftEngineState,
  local: string,
  editor: DraftEditor | null,
): DraftEngineState {
  const editors = new Map(state.editors);
  if (editor) editors.set(local, editor);
  else editors.delete(local);
  return amendState(state, { editors });
}

function typed(
  state: DraftEngineState,
  local: string,
  body: DraftBody,
  now: number,
): DraftEngineState {
  const editor = editorOf(state, local);
  if (sameDraftBody(editor.shown, body)) return withEditor(state, local, editor);
  const dirtySince = editor.dirtySince ?? now;
  return withEditor(state, local, { ...editor, shown: body, dirtySince });
}

/** Queues what the box shows for the store. The next edit is based on it. */
function save(state: DraftEngineState, local: string, now: number): DraftEngineState {
  const editor = state.editors.get(local);
  if (!editor || editor.dirtySince === null) return state;
  const next = withEditor(state, local, { ...editor, base: editor.shown, dirtySince: null });
  return enqueueChange(next, { type: 'edit', local, from: editor.base, to: editor.shown, at: now });
}

function saveDue(state: DraftEngineState, now: number): DraftEngineState {
  if (state.editors.size === 0) return state;
  let next = state;
  for (const [local, { dirtySince }] of state.editors) {
    if (dirtySince !== null && now - dirtySince >= saveDelay) next = save(next, local, now);
  }
  return next;
}

function blur(
  state: DraftEngineState,
  local: string,
  open: boolean,
  now: number,
): DraftEngineState {
  const editor = state.editors.get(local);
  if (!editor) return state;
  const next = save(withEditor(state, local, { ...editor, focused: false, open }), local, now);
  const closed = isBlankBody(editor.shown) ? enqueueChange(next, { type: 'close', local }) : next;
  return releaseDraft(closed, local);
}

/** A stored box without focus needs no editor: it shows the stored text from then on. */
function releaseDraft(state: DraftEngineState, local: string): DraftEngineState {
  const editor = state.editors.get(local);
  if (!editor || editor.focused || editor.dirtySince !== null) return state;
  // A new draft isn't stored before it has text, so its recipient only exists in the box.
  const isAddressed = editor.shown.type !== '' && isBlankBody(editor.shown);
  if (editor.open && isAddressed && !state.records.has(local)) return state;
  const waits = state.queue.some((change) => 'local' in change && change.local === local);
  return waits ? state : withEditor(state, local, null);
}

function resolve(
  state: DraftEngineState,
  event: Extract<DraftEngineEvent, { type: 'resolve' }>,
  now: number,
): DraftEngineState {
  const { local, choice, text } = event;
  const saved = withEditor(save(state, local, now), local, null);
  return enqueueChange(saved, { type: 'resolve', local, choice, text: text ?? null });
}

function enqueueFirst(
  state: DraftEngineState,
  change: Extract<DraftEngineEvent, { type: 'emptyBin' }>,
): DraftEngineState {
  const at = state.writing ? 1 : 0;
  const queue = [...state.queue.slice(0, at), change, ...state.queue.slice(at)];
  return amendState(state, { queue, retryAt: 0 });
}

function lead(state: DraftEngineState, leader: boolean, now: number): DraftEngineState {
  if (!leader || state.leader) return amendState(state, { leader });
  const next = enqueueChange(amendState(state, { leader, needsList: true, ledSince: now }), {
    type: 'takeOver',
  });
  return state.sync ? next : enqueueChange(next, { type: 'wiped', after: state.highest });
}

function switchSync(state: DraftEngineState, sync: boolean): DraftEngineState {
  // Sync being off was only inferred; now the server confirms it. Rows created in between were
  // dropped as well.
  if (sync === state.sync && !state.inferred) return state;
  const synced = amendState(state, { sync, inferred: false });
  if (sync) return amendState(synced, { ...rested, needsList: true });
  const next = amendState(synced, { epoch: state.epoch + 1, calls: [] });
  return state.leader ? enqueueChange(next, { type: 'wiped', after: state.highest }) : next;
}

function takeEvent(state: DraftEngineState, id: number, event: ServerDraftEvent): DraftEngineState {
  if (id <= state.seenEvent) return state;
  const rows = event.op === 'add' ? event.drafts : event.op === 'update' ? [event.draft] : [];
  const ids = event.op === 'remove' ? [event.draft_id] : rows.map((row) => row.id);
  const touched = state.listing && new Set([...state.listing.touched, ...ids]);
  const listing = state.listing && touched ? { ...state.listing, touched } : null;
  const highest = Math.max(state.highest, ...ids);
  const next = amendState(state, { seenEvent: id, listing, highest });
  if (!state.leader) return next;
  return event.op === 'remove'
    ? enqueueChange(next, { type: 'lost', ids })
    : enqueueChange(next, { type: 'rows', rows });
}

function taken(state: DraftEngineState, patch: StorePatch, whole: boolean): DraftEngineState {
  const next = withStorePatch(state, patch, whole);
  // If nothing is left to write, the error came from a failed read.
  return next.queue.length === 0 ? amendState(next, { storage: 'ok' }) : next;
}

function registered(state: DraftEngineState, message: number): DraftEngineState {
  const highestMessage = Math.max(state.highestMessage, message);
  const next = amendState(state, { seenEvent: -1, needsList: true, highestMessage });
  return state.leader ? enqueueChange(next, { type: 'requeued' }) : next;
}

function written(
  state: DraftEngineState,
  patch: StorePatch,
  jobs: readonly DraftJob[],
): DraftEngineState {
  const [change, ...queue] = state.queue;
  let next = amendState(withStorePatch(state, patch), { queue, writing: false, storage: 'ok' });
  if (jobs.some((job) => job.kind === 'list')) next = amendState(next, { needsList: true });
  if (change?.type === 'begin') next = amendState(next, { call: null, calls: callsFor(jobs) });
  if (change && 'local' in change) next = releaseDraft(next, change.local);
  return next;
}

function callsFor(jobs: readonly DraftJob[]): DraftCall[] {
  const calls: DraftCall[] = [];
  const posts = jobs.filter((job) => job.kind === 'post');
  if (posts.length > 0) calls.push({ kind: 'post', jobs: posts });
  for (const job of jobs) if (job.kind === 'patch') calls.push({ kind: 'patch', job });
  return calls;
}
