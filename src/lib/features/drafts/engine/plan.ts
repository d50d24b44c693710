import { jitterOf } from './draft-body';
import { isDraftSending } from './local-changes';
import { planSendings, sendingsWakeAt } from './sendings';
import { enqueueChange } from './change-queue';
import type { DraftRecord } from './draft-record';
import {
  amendState,
  type DraftCall,
  type DraftEffect,
  type DraftEngineState,
  type DraftStep,
} from './engine-state';
import { trialRetryAt, mustRetryAlone } from './write-trial';

/** Milliseconds from a keystroke to the store, and from the last stored edit to the server. */
export const saveDelay = 200;
export const pushDelay = 1000;
const maxPause = 60_000;
const batch = 50;
/** UTF-16 code units of text per batch: at nine bytes each in a form, it stays under a megabyte. */
const batchText = 80_000;

/** Plans the next call. Called after every event. */
export function planNextCall(state: DraftEngineState, now: number): DraftStep {
  const effects: DraftEffect[] = [];
  let next = state.leader && state.loaded ? lead(state, now, effects) : state;
  const head = next.queue[0];
  if (head && !next.writing && (next.storage === 'ok' || now >= next.retryAt)) {
    next = amendState(next, { writing: true });
    effects.push({ type: 'write', change: head });
  }
  return [next, effects];
}

function lead(state: DraftEngineState, now: number, effects: DraftEffect[]): DraftEngineState {
  let next = planSendings(state, now, effects);
  if (!canCall(next) || next.queue.length > 0 || now < next.waitUntil) return next;
  const [first, ...rest] = next.calls;
  if (first) return startCall(amendState(next, { calls: rest }), first, effects);
  if (next.needsList || isInDoubt(next)) {
    next = amendState(next, { needsList: false, listing: listingOf(next) });
    return startCall(next, { kind: 'list' }, effects);
  }
  if (!next.sync) return next;
  for (const key of next.owed) {
    const tombstone = next.graves.get(key);
    if (!tombstone?.pending || tombstone.serverId === null) continue;
    if (trialRetryAt(tombstone.trial, 0, next, now) > now) continue;
    const job = { kind: 'delete', key: tombstone.key, serverId: tombstone.serverId } as const;
    return startCall(next, { kind: 'delete', job }, effects);
  }
  const locals = duePushes(next, now);
  if (locals.length === 0) return next;
  return enqueueChange(amendState(next, { call: 'noting' }), {
    type: 'begin',
    locals,
    after: next.highest,
  });
}

/** Whether a POST can have arrived, which only the list can tell. */
function isInDoubt({ unsettled, records, owed, graves }: DraftEngineState): boolean {
  for (const local of unsettled) {
    const record = records.get(local);
    if (record?.doubt && record.serverId === null) return true;
  }
  for (const key of owed) if (graves.get(key)?.doubt) return true;
  return false;
}

function canCall({ online, signedIn, sync, inferred, call, storage }: DraftEngineState): boolean {
  return online && signedIn && (sync || inferred) && !call && storage === 'ok';
}

export function startCall(
  state: DraftEngineState,
  call: DraftCall,
  effects: DraftEffect[],
): DraftEngineState {
  effects.push({ type: 'call', call });
  return amendState(state, { call, callEpoch: state.epoch });
}

function listingOf(state: DraftEngineState): NonNullable<DraftEngineState['listing']> {
  const known = new Set<number>();
  for (const { serverId } of state.records.values()) if (serverId !== null) known.add(serverId);
  for (const { serverId } of state.graves.values()) if (serverId !== null) known.add(serverId);
  const doubted = new Set([...state.todo, ...state.owed]);
  return { known, touched: new Set(), doubted };
}

/** When this record's text can be pushed: after a pause, regardless of the device clock. */
function dueAt(record: DraftRecord, state: DraftEngineState, now: number): number {
  const { local, editedAt, patches, body, trial } = record;
  const { hurried } = state;
  const isHurried = editedAt <= (hurried.get(local) ?? -Infinity);
  const written = editedAt > now || isHurried ? now : editedAt + pushDelay;
  const due = Math.max(written, trialRetryAt(trial, editedAt, state, now));
  if (patches?.editedAt !== editedAt || patches.at > now) return due;
  // The text wasn't edited here: it is a merge that the server lacks because another device
  // overwrote the row without knowing it. Two devices that repair it simultaneously would overwrite
  // each other forever, so wait longer each time and, as their texts differ, for different times.
  const pause = Math.min(maxPause, pushDelay * 2 ** (patches.times - 1));
  return Math.max(due, patches.at + pause * (1 + jitterOf(body)));
}

/** One edit of a known row, or a batch of new drafts. */
function duePushes(state: DraftEngineState, now: number): string[] {
  const fresh: string[] = [];
  for (const local of state.todo) {
    const record = state.records.get(local);
    if (!record || isDraftSending(record) || dueAt(record, state, now) > now) continue;
    if (record.serverId !== null) return [local];
    if (!record.doubt) fresh.push(local);
  }
  const alone = fresh.find(
    (local) => state.solo.has(local) || mustRetryAlone(state.records.get(local)?.trial),
  );
  return alone === undefined ? firstOf(fresh, state) : [alone];
}

/** As many as fit into one call, at least one. */
function firstOf(locals: readonly string[], { records }: DraftEngineState): string[] {
  let text = 0;
  const fits = locals.slice(0, batch).findIndex((local, index) => {
    text += records.get(local)?.body.content.length ?? 0;
    return index > 0 && text > batchText;
  });
  return locals.slice(0, fits < 0 ? batch : fits);
}

/** When the next `tick` is due, milliseconds. Null if nothing waits for time to pass. */
export function draftsWakeAt(state: DraftEngineState, now: number): number | null {
  let at = Infinity;
  for (const { dirtySince } of state.editors.values()) {
    if (dirtySince !== null) at = Math.min(at, dirtySince + saveDelay);
  }
  const stores = state.queue.length > 0;
  if (stores && !state.writing && state.storage !== 'ok') at = Math.min(at, state.retryAt);
  if (state.leader && canCall(state) && !stores) {
    const waiting = state.needsList || state.calls.length > 0 || isInDoubt(state);
    if (waiting) at = Math.min(at, state.waitUntil);
    for (const key of state.owed) {
      const held = trialRetryAt(state.graves.get(key)?.trial, 0, state, now);
      at = Math.min(at, Math.max(held, state.waitUntil));
    }
    for (const local of state.sync ? state.todo : []) {
      const record = state.records.get(local);
      if (!record || isDraftSending(record)) continue;
      at = Math.min(at, Math.max(dueAt(record, state, now), state.waitUntil));
    }
  }
  at = Math.min(at, sendingsWakeAt(state));
  return at === Infinity ? null : at;
}
