import { enqueueChange } from './change-queue';
import type { ServerDraft } from './server-rows';
import { amendState, type DraftCall, type DraftEngineState } from './engine-state';

/** Why a call failed. For `unknown` and `fault`, the server can still have carried it out. */
export type DraftCallFailure =
  | { readonly kind: 'unknown' }
  /** The server responded with an error, so it is reachable. */
  | { readonly kind: 'fault' }
  /** Too many requests. `retryAfter` is in milliseconds. */
  | { readonly kind: 'limited'; readonly retryAfter: number }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string };

export type DraftCallOutcome =
  | { readonly ok: true; readonly ids?: readonly number[]; readonly rows?: readonly ServerDraft[] }
  | { readonly ok: false; readonly failure: DraftCallFailure };

const maxWait = 60_000;
/** Longest pause (ms) for all other calls after the server fails at one of them. */
const maxWaitForOne = 15_000;

export function applyCallOutcome(
  state: DraftEngineState,
  call: DraftCall,
  outcome: DraftCallOutcome,
  now: number,
): DraftEngineState {
  const stale = state.callEpoch !== state.epoch;
  const next = amendState(state, { call: null });
  if (call.kind === 'list') return listAnswered(next, outcome, stale, now);
  if (stale) return amendState(next, { needsList: true });
  if (outcome.ok)
    return accepted(amendState(next, { failures: 0, faults: 0 }), call, outcome.ids ?? []);
  return failed(next, call, outcome.failure, now);
}

function accepted(
  state: DraftEngineState,
  call: Exclude<DraftCall, { kind: 'list' }>,
  ids: readonly number[],
) {
  switch (call.kind) {
    case 'post': {
      const highest = Math.max(state.highest, ...ids);
      return enqueueChange(amendState(trusted(state, call.jobs), { highest }), {
        type: 'posted',
        jobs: call.jobs,
        ids,
      });
    }
    case 'patch':
      return enqueueChange(trusted(state, [call.job]), { type: 'patched', job: call.job });
    case 'delete':
      return enqueueChange(state, { type: 'deleted', key: call.job.key });
  }
}

function trusted(
  state: DraftEngineState,
  jobs: readonly { readonly local: string }[],
): DraftEngineState {
  if (state.solo.size === 0) return state;
  const solo = new Set(state.solo);
  for (const { local } of jobs) solo.delete(local);
  return amendState(state, { solo });
}

function failed(
  state: DraftEngineState,
  call: Exclude<DraftCall, { kind: 'list' }>,
  failure: DraftCallFailure,
  now: number,
): DraftEngineState {
  if (failure.kind === 'unknown') return failedAt(backOff(state, now), call, false, now);
  if (failure.kind === 'fault') return failedAt(state, call, true, now);
  if (failure.kind === 'gone' && call.kind === 'delete') {
    return enqueueChange(state, { type: 'deleted', key: call.job.key });
  }
  if (failure.kind === 'gone' && call.kind === 'patch') {
    return enqueueChange(state, { type: 'lost', ids: [call.job.serverId] });
  }
  if (failure.kind === 'limited') return undo(waitFor(state, now + failure.retryAfter), call);
  if (failure.kind === 'signedOut') return undo(amendState(state, { signedIn: false }), call);
  if (call.kind === 'delete')
    return failedAt(amendState(state, { needsList: true }), call, true, now);
  const reason = failure.kind === 'refused' ? failure.reason : '';
  return blame(state, call, reason);
}

/**
 * Records the failure with each draft and delays the next write: longer, the more failed in a row.
 */
function failedAt(
  state: DraftEngineState,
  call: Exclude<DraftCall, { kind: 'list' }>,
  answered: boolean,
  now: number,
): DraftEngineState {
  const wait = Math.min(maxWaitForOne, 1000 * 2 ** state.faults);
  const next = waitFor(amendState(state, { faults: Math.min(state.faults + 1, 16) }), now + wait);
  const jobs = call.kind === 'post' ? call.jobs : [call.job];
  return enqueueChange(next, { type: 'failedAt', jobs, answered });
}

/**
 * Either one of the texts is at fault, or sync is off, which the list will show. So a draft counts
 * as refused only when it is refused alone, for the second time.
 */
function blame(
  state: DraftEngineState,
  call: Extract<DraftCall, { kind: 'post' | 'patch' }>,
  reason: string,
): DraftEngineState {
  const jobs = call.kind === 'post' ? call.jobs : [call.job];
  const [only] = jobs;
  if (jobs.length === 1 && only && state.solo.has(only.local)) {
    return enqueueChange(state, { type: 'undone', job: only, reason });
  }
  const solo = new Set([...state.solo, ...jobs.map((job) => job.local)]);
  return undo(amendState(state, { solo, needsList: true }), call);
}

/** The server did not carry out the call, so remove the notes about it. */
function undo(
  state: DraftEngineState,
  call: Exclude<DraftCall, { kind: 'list' }>,
): DraftEngineState {
  if (call.kind === 'delete') return state;
  const jobs = call.kind === 'post' ? call.jobs : [call.job];
  return jobs.reduce(
    (next, job) => enqueueChange(next, { type: 'undone', job, reason: null }),
    state,
  );
}

function listAnswered(
  state: DraftEngineState,
  outcome: DraftCallOutcome,
  stale: boolean,
  now: number,
): DraftEngineState {
  const { listing } = state;
  const next = amendState(state, { listing: null });
  if (stale || !listing) return amendState(next, { needsList: true });
  if (outcome.ok) {
    const rows = outcome.rows ?? [];
    const highest = rows.reduce((top, row) => Math.max(top, row.id), state.highest);
    return enqueueChange(amendState(next, { highest, failures: 0, sync: true, inferred: false }), {
      type: 'listed',
      listing: { ...listing, rows },
    });
  }
  const { failure } = outcome;
  const again = amendState(next, { needsList: true });
  if (failure.kind === 'limited') return waitFor(again, now + failure.retryAfter);
  if (failure.kind === 'signedOut') return amendState(again, { signedIn: false });
  if (failure.kind === 'refused') return switchedOff(again, now);
  return backOff(again, now);
}

/**
 * The server refuses lists only if sync is off. The event that says so is still on its way, or sync
 * has been switched on again already, so ask again after a while.
 */
function switchedOff(state: DraftEngineState, now: number): DraftEngineState {
  const next = backOff(amendState(state, { sync: false, inferred: true, calls: [] }), now);
  if (!state.sync) return next;
  const { epoch, highest } = state;
  return enqueueChange(amendState(next, { epoch: epoch + 1 }), { type: 'wiped', after: highest });
}

function waitFor(state: DraftEngineState, until: number): DraftEngineState {
  return amendState(state, { waitUntil: Math.max(state.waitUntil, until) });
}

function backOff(state: DraftEngineState, now: number): DraftEngineState {
  const wait = Math.min(maxWait, 1000 * 2 ** state.failures);
  return waitFor(amendState(state, { failures: Math.min(state.failures + 1, 16) }), now + wait);
}
