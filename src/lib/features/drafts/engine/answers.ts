import { enqueue } from './queue';
import type { Row } from './remote';
import { amend, type Call, type State } from './state';

/** Why a call did not succeed. After the first two it may have been carried out all the same. */
export type Failure =
  | { readonly kind: 'unknown' }
  /** The server failed, and said so: it is there. */
  | { readonly kind: 'fault' }
  /** Too many requests; milliseconds. */
  | { readonly kind: 'limited'; readonly retryAfter: number }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string };

export type Outcome =
  | { readonly ok: true; readonly ids?: readonly number[]; readonly rows?: readonly Row[] }
  | { readonly ok: false; readonly failure: Failure };

const longestWait = 60_000;
/** What all others wait at most for one at which the server fails. */
const longestForOne = 15_000;

export function answer(state: State, call: Call, outcome: Outcome, now: number): State {
  const stale = state.callEpoch !== state.epoch;
  const next = amend(state, { call: null });
  if (call.kind === 'list') return listAnswered(next, outcome, stale, now);
  if (stale) return amend(next, { needsList: true });
  if (outcome.ok) return accepted(amend(next, { failures: 0, faults: 0 }), call, outcome.ids ?? []);
  return failed(next, call, outcome.failure, now);
}

function accepted(state: State, call: Exclude<Call, { kind: 'list' }>, ids: readonly number[]) {
  switch (call.kind) {
    case 'post': {
      const highest = Math.max(state.highest, ...ids);
      return enqueue(amend(trusted(state, call.jobs), { highest }), {
        type: 'posted',
        jobs: call.jobs,
        ids,
      });
    }
    case 'patch':
      return enqueue(trusted(state, [call.job]), { type: 'patched', job: call.job });
    case 'delete':
      return enqueue(state, { type: 'deleted', key: call.job.key });
  }
}

function trusted(state: State, jobs: readonly { readonly local: string }[]): State {
  if (state.solo.size === 0) return state;
  const solo = new Set(state.solo);
  for (const { local } of jobs) solo.delete(local);
  return amend(state, { solo });
}

function failed(
  state: State,
  call: Exclude<Call, { kind: 'list' }>,
  failure: Failure,
  now: number,
): State {
  if (failure.kind === 'unknown') return failedAt(backOff(state, now), call, false, now);
  if (failure.kind === 'fault') return failedAt(state, call, true, now);
  if (failure.kind === 'gone' && call.kind === 'delete') {
    return enqueue(state, { type: 'deleted', key: call.job.key });
  }
  if (failure.kind === 'gone' && call.kind === 'patch') {
    return enqueue(state, { type: 'lost', ids: [call.job.serverId] });
  }
  if (failure.kind === 'limited') return undo(waitFor(state, now + failure.retryAfter), call);
  if (failure.kind === 'signedOut') return undo(amend(state, { signedIn: false }), call);
  if (call.kind === 'delete') return failedAt(amend(state, { needsList: true }), call, true, now);
  const reason = failure.kind === 'refused' ? failure.reason : '';
  return blame(state, call, reason);
}

/** Each of them is noted, and the next write waits: the longer, the more of them failed in a row. */
function failedAt(
  state: State,
  call: Exclude<Call, { kind: 'list' }>,
  answered: boolean,
  now: number,
): State {
  const wait = Math.min(longestForOne, 1000 * 2 ** state.faults);
  const next = waitFor(amend(state, { faults: Math.min(state.faults + 1, 16) }), now + wait);
  const jobs = call.kind === 'post' ? call.jobs : [call.job];
  return enqueue(next, { type: 'failedAt', jobs, answered });
}

/**
 * Either one of the texts is at fault, or sync is off, which the list will tell. So a draft is
 * blamed when it has been refused alone, for the second time.
 */
function blame(
  state: State,
  call: Extract<Call, { kind: 'post' | 'patch' }>,
  reason: string,
): State {
  const jobs = call.kind === 'post' ? call.jobs : [call.job];
  const [only] = jobs;
  if (jobs.length === 1 && only && state.solo.has(only.local)) {
    return enqueue(state, { type: 'undone', job: only, reason });
  }
  const solo = new Set([...state.solo, ...jobs.map((job) => job.local)]);
  return undo(amend(state, { solo, needsList: true }), call);
}

/** The server did not carry it out: the notes are taken back. */
function undo(state: State, call: Exclude<Call, { kind: 'list' }>): State {
  if (call.kind === 'delete') return state;
  const jobs = call.kind === 'post' ? call.jobs : [call.job];
  return jobs.reduce((next, job) => enqueue(next, { type: 'undone', job, reason: null }), state);
}

function listAnswered(state: State, outcome: Outcome, stale: boolean, now: number): State {
  const { listing } = state;
  const next = amend(state, { listing: null });
  if (stale || !listing) return amend(next, { needsList: true });
  if (outcome.ok) {
    const rows = outcome.rows ?? [];
    const highest = rows.reduce((top, row) => Math.max(top, row.id), state.highest);
    return enqueue(amend(next, { highest, failures: 0, sync: true, inferred: false }), {
      type: 'listed',
      listing: { ...listing, rows },
    });
  }
  const { failure } = outcome;
  const again = amend(next, { needsList: true });
  if (failure.kind === 'limited') return waitFor(again, now + failure.retryAfter);
  if (failure.kind === 'signedOut') return amend(again, { signedIn: false });
  if (failure.kind === 'refused') return switchedOff(again, now);
  return backOff(again, now);
}

/**
 * Listing is refused for one reason only: sync is off. The news of it is under way, or of its being
 * on again has come already, so ask again after a while.
 */
function switchedOff(state: State, now: number): State {
  const next = backOff(amend(state, { sync: false, inferred: true, calls: [] }), now);
  if (!state.sync) return next;
  const { epoch, highest } = state;
  return enqueue(amend(next, { epoch: epoch + 1 }), { type: 'wiped', after: highest });
}

function waitFor(state: State, until: number): State {
  return amend(state, { waitUntil: Math.max(state.waitUntil, until) });
}

function backOff(state: State, now: number): State {
  const wait = Math.min(longestWait, 1000 * 2 ** state.failures);
  return waitFor(amend(state, { failures: Math.min(state.failures + 1, 16) }), now + wait);
}
