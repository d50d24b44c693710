import { normalizeBody, sameDraftBody } from './draft-body';
import { isDraftSending } from './local-changes';
import {
  serverCopyOf,
  isDirty,
  isPushable,
  linkToServerRow,
  unlinkedFields,
  withPastFingerprint,
  withPush,
  type DraftRecord,
  type PatchHistory,
  type DraftSending,
  type ServerCopy,
} from './draft-record';
import { applyRowRemoval, applyServerRow, type ServerDraft } from './server-rows';
import { nextTrial } from './write-trial';
import type { WorkingSet } from './working-set';

export interface PostJob {
  readonly kind: 'post';
  readonly local: string;
  readonly copy: ServerCopy;
}
export interface PatchJob {
  readonly kind: 'patch';
  readonly local: string;
  readonly serverId: number;
  readonly copy: ServerCopy;
}
export interface DeleteJob {
  readonly kind: 'delete';
  readonly key: string;
  readonly serverId: number;
}
export interface SendJob {
  readonly kind: 'send';
  readonly local: string;
  readonly sending: DraftSending;
}
/** Check whether a message whose reply was lost has arrived. */
export interface CheckJob {
  readonly kind: 'check';
  readonly local: string;
  readonly sending: DraftSending;
}
/** An event raised a doubt that only the list can settle. */
export interface ListJob {
  readonly kind: 'list';
}
export type DraftJob = PostJob | PatchJob | DeleteJob | SendJob | ListJob;

/**
 * Records what is about to be pushed, so that it is known after a crash, a lost reply or an early
 * event. Returns the pushes with the text as stored now. `after` is the highest row id known.
 */
export function beginPush(work: WorkingSet, locals: readonly string[], after: number): DraftJob[] {
  const jobs: DraftJob[] = [];
  for (const local of locals) {
    const record = work.records.get(local);
    if (!record || isDraftSending(record) || !isPushable(record, work.limits)) continue;
    if (record.serverId !== null) {
      const copy = serverCopyOf(record, work.limits);
      const [echoes, ghosts] = [
        withPush(record.echoes, copy.body),
        withPastFingerprint(record, copy),
      ];
      work.put({ ...record, echoes, ghosts, patches: patchedAgain(record, work.env.now) });
      jobs.push({ kind: 'patch', local, serverId: record.serverId, copy });
    } else if (!record.doubt) {
      const copy = serverCopyOf(record, work.limits);
      const doubt = { after, body: copy.body };
      work.put({ ...record, doubt, ghosts: withPastFingerprint(record, copy) });
      jobs.push({ kind: 'post', local, copy });
    }
  }
  return jobs;
}

function patchedAgain({ editedAt, patches }: DraftRecord, at: number): PatchHistory {
  const isSame = patches?.editedAt === editedAt;
  return { editedAt, times: isSame ? patches.times + 1 : 1, at };
}

export function beginSending(work: WorkingSet, local: string, after: number): DraftJob[] {
  const record = work.records.get(local);
  if (record?.sending?.state !== 'queued') return [];
  const tries = record.sending.tries + 1;
  const first = tries === 1 ? after : record.sending.after;
  const sending: DraftSending = { ...record.sending, state: 'inflight', tries, after: first };
  work.put({ ...record, sending });
  return [{ kind: 'send', local, sending }];
}

export function applyPosted(
  work: WorkingSet,
  jobs: readonly PostJob[],
  ids: readonly number[],
): void {
  for (const [index, { local, copy }] of jobs.entries()) {
    const id = ids[index];
    if (id === undefined || work.tombstoneOf(id)) continue;
    const record = work.records.get(local);
    if (record?.serverId === id) continue;
    // If an event arrived first and linked the row to a record, the rule for duplicate rows
    // applies.
    if (record?.serverId === null && record.doubt && !work.byServerId(id)) {
      work.put({ ...record, ...linkToServerRow(id, copy) });
    } else if (!record || record.serverId !== null) {
      applyServerRow(work, { ...copy.body, id, timestamp: copy.timestamp }, 'event');
    }
  }
}

export function applyPatched(work: WorkingSet, job: PatchJob): void {
  const record = work.byServerId(job.serverId);
  const waiting = record?.echoes.some((push) => sameDraftBody(push.body, job.copy.body));
  // If the push is no longer pending, its event came first, and the log is newer than this reply.
  if (!record || !waiting) return;
  const echoes = record.echoes.map((push) =>
    sameDraftBody(push.body, job.copy.body) ? { ...push, acked: true } : push,
  );
  work.put({ ...record, echoes, base: job.copy, trial: null });
}

/** The server failed at these, or didn't respond; see `WriteTrial`. */
export function recordFailedWrite(
  work: WorkingSet,
  jobs: readonly (PostJob | PatchJob | DeleteJob)[],
  answered: boolean,
): void {
  const { now } = work.env;
  for (const job of jobs) {
    if (job.kind === 'delete') {
      const tombstone = work.graves.get(job.key);
      if (tombstone)
        work.putTombstone({ ...tombstone, trial: nextTrial(tombstone.trial, 0, now, answered) });
      continue;
    }
    const record = work.records.get(job.local);
    if (!record) continue;
    const isSame = sameDraftBody(normalizeBody(record.body, work.limits), job.copy.body);
    const editedAt = isSame ? record.editedAt : 0;
    work.put({ ...record, trial: nextTrial(record.trial, editedAt, now, answered) });
  }
}

export function recordRefusedWrite(
  work: WorkingSet,
  job: PostJob | PatchJob,
  reason: string | null,
): void {
  const record = work.records.get(job.local);
  if (!record) return;
  const refused = reason === null ? record.refused : { body: job.copy.body, reason };
  if (job.kind === 'post') {
    work.put(record.serverId === null ? { ...record, doubt: null, refused } : record);
  } else {
    const echoes = record.echoes.filter(
      (push) => push.acked || !sameDraftBody(push.body, job.copy.body),
    );
    work.put({ ...record, echoes, patches: null, refused });
  }
}

export function applyDeleted(work: WorkingSet, key: string): void {
  const tombstone = work.graves.get(key);
  if (tombstone) work.putTombstone({ ...tombstone, pending: false });
}

export interface DraftListing {
  readonly rows: readonly ServerDraft[];
  /** Rows whose absence means deletion: they were confirmed before the list was requested. */
  readonly known: ReadonlySet<number>;
  /** Rows that an event changed while the list was loading: the event is right. */
  readonly touched: ReadonlySet<number>;
  /** Records and tombstones with an unconfirmed POST when the list was requested. */
  readonly doubted: ReadonlySet<string>;
}

export function applyListing(
  work: WorkingSet,
  { rows, known, touched, doubted }: DraftListing,
): void {
  const present = new Set<number>();
  for (const row of rows) {
    present.add(row.id);
    if (!touched.has(row.id)) applyServerRow(work, row, 'list');
  }
  for (const id of known) if (!present.has(id) && !touched.has(id)) applyRowRemoval(work, id);
  for (const local of doubted) {
    const record = work.records.get(local);
    if (record?.doubt && record.serverId === null) work.put({ ...record, doubt: null });
    const tombstone = work.graves.get(local);
    if (tombstone?.doubt) work.putTombstone({ ...tombstone, doubt: false });
  }
}

/**
 * A new event queue, or another tab's: events of earlier pushes possibly never arrive in it, so
 * don't expect them.
 */
export function forgetEchoes(work: WorkingSet): void {
  for (const record of [...work.records.values()]) {
    if (!record.echoes.some((push) => push.acked)) continue;
    const echoes = record.echoes.map((push) => ({ ...push, acked: false }));
    work.put({ ...record, echoes });
  }
}

/**
 * Sync was switched off: the server dropped every row without sending events. Local drafts stay.
 * The news can be outdated and newer rows can exist, so pending DELETEs stay pending until the next
 * list.
 */
export function applyWipe(work: WorkingSet, after: number): void {
  for (const record of [...work.records.values()]) {
    // The refusal could be due to sync being off and says nothing about the text.
    if (record.refused) work.put({ ...record, refused: null });
    const { serverId } = record;
    if (serverId === null) continue;
    const { doubt, editedAt } = asDoubt(work, record, after);
    const rowDoubt = { ...doubt, row: serverId };
    work.put({ ...record, ...unlinkedFields, doubt: rowDoubt, editedAt, refused: null });
  }
}

/** Other devices have the same draft and can be the first to upload it again. */
function asDoubt(work: WorkingSet, record: DraftRecord, after: number) {
  const body = record.base?.body ?? normalizeBody(record.body, work.limits);
  // All devices use the same date, so that their copies are recognized as one draft.
  const isClean = record.base !== null && !isDirty(record, work.limits);
  const editedAt = isClean && record.base ? record.base.timestamp * 1000 : record.editedAt;
  return { doubt: { after, body }, editedAt };
}
