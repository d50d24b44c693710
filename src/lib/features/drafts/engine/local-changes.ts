import { isBlank, printOf, problemOf, sameBody, type Body } from './body';
import { covers, merge, rewrites } from './merge';
import { printsOf } from './remote';
import {
  binLifetime,
  copyOf,
  datedApart,
  isDirty,
  newRecord,
  unlinked,
  type BinReason,
  type DraftRecord,
  type Sending,
} from './record';
import type { WorkingSet } from './working-set';

/** What a person did, made durable: `from` is the text the box last shared with the store. */
export interface Edit {
  readonly local: string;
  readonly from: Body;
  readonly to: Body;
  readonly at: number;
}

export function edit(work: WorkingSet, { local, from, to, at }: Edit): void {
  if (sameBody(from, to)) return;
  const record = work.records.get(local) ?? takeBack(work, local, from);
  if (!record) {
    if (isBlank(to)) return;
    const notice = isBlank(from) ? null : 'revived';
    work.put({ ...newRecord(local, to, at), notice });
    return;
  }
  keepReplaced(work, local, from, to);
  if (sameBody(record.body, from)) {
    work.put({ ...record, body: to, editedAt: at });
    return;
  }
  const aside = findAside(work, local, from);
  if (aside && isBlank(record.body) && !isSending(aside)) {
    // The box that it had to make room for was cleared: the text comes back and is written on.
    removeRecord(work, aside);
    const conflict = record.conflict?.other === aside.local ? null : record.conflict;
    work.put({ ...record, body: to, editedAt: at, conflict });
    return;
  }
  const merged = merge(from, to, record.body, work.limits);
  if (!aside && !merged.overlaps) {
    if (!covers(merged.body, record.body)) work.discard(local, record.body, 'overwritten');
    work.put({ ...record, body: merged.body, editedAt: at });
    return;
  }
  const next = setAside(work, record, from);
  work.put({ ...next, body: to, editedAt: at });
}

/** The text of this box that was set aside when another one disagreed. */
function findAside(work: WorkingSet, local: string, from: Body): DraftRecord | undefined {
  for (const record of work.records.values()) {
    if (record.asideOf === local && sameBody(record.body, from)) return record;
  }
  return undefined;
}

/** The draft is gone, but this box's text had been set aside: the box goes on with that. */
function takeBack(work: WorkingSet, local: string, from: Body): DraftRecord | undefined {
  const aside = findAside(work, local, from);
  if (!aside) return undefined;
  work.drop(aside.local);
  return work.put({ ...aside, local, asideOf: null });
}

/**
 * Two boxes of one draft disagree, or one of them and another device: the stored text moves to a
 * draft of its own, with the row when that is what the server has.
 */
function setAside(work: WorkingSet, record: DraftRecord, from: Body): DraftRecord {
  const { local, body, editedAt } = record;
  const old = findAside(work, local, from);
  // It was this box's own text that was set aside before: the two change places.
  if (old) {
    work.put({ ...old, body, editedAt });
    return { ...record, conflict: { other: old.local, base: from } };
  }
  const fresh = { ...newRecord(work.env.newId(), body, editedAt), asideOf: local };
  const conflict = { other: fresh.local, base: from };
  if (isDirty(record, work.limits)) {
    work.put(datedApart(fresh, record.ghosts, work.limits));
    return { ...record, conflict };
  }
  const next = work.put({ ...record, ...unlinked, ghosts: [], conflict });
  const { serverId, base, seen, echoes, ghosts } = record;
  work.put({ ...fresh, serverId, base, seen, echoes, ghosts });
  return next;
}

function keepReplaced(work: WorkingSet, local: string, from: Body, to: Body): void {
  if (isBlank(to)) work.discard(local, from, 'cleared');
  else if (rewrites(from.content, to.content)) work.discard(local, from, 'overwritten');
}

/** The box was left: a draft without text is no draft. */
export function close(work: WorkingSet, local: string): void {
  const record = work.records.get(local);
  if (!record || !isBlank(record.body) || isSending(record)) return;
  if (record.base) work.discard(local, record.base.body, 'cleared');
  removeRecord(work, record);
}

export function remove(work: WorkingSet, locals: readonly string[], reason: BinReason): void {
  for (const local of locals) {
    const record = work.records.get(local);
    if (!record || isSending(record)) continue;
    work.discard(local, record.body, reason);
    removeRecord(work, record);
  }
}

function removeRecord(work: WorkingSet, record: DraftRecord): void {
  work.drop(record.local);
  const grave = {
    local: record.local,
    ghosts: printsOf(work, record),
    text: record.body.content,
    pursue: true,
    doubt: record.doubt !== null,
  };
  if (record.serverId !== null) work.bury(record.serverId, { ...grave, pending: true });
  else if (record.doubt || record.ghosts.length > 0) {
    const key = work.env.newId();
    work.putGrave({ ...grave, key, serverId: null, pending: false, at: work.env.now });
  }
}

/** Brings a text back as a new draft, dated so that no grave takes it for what was removed. */
export function restore(work: WorkingSet, binId: string, local: string): void {
  const entry = work.bin.get(binId);
  if (!entry) return;
  let editedAt = Math.max(work.env.now, entry.at + 1000);
  const isBuried = () => {
    const { body, timestamp } = copyOf(newRecord(local, entry.body, editedAt), work.limits);
    const print = printOf(body, timestamp);
    return [...work.graves.values()].some((grave) => grave.ghosts.includes(print));
  };
  while (isBuried()) editedAt += 1000;
  work.put(newRecord(local, entry.body, editedAt));
  work.dropBin(binId);
}

export type Choice = 'mine' | 'theirs' | 'both' | 'merge';

/** `text` is the merged text. What is not chosen goes to the bin. */
export function resolve(
  work: WorkingSet,
  local: string,
  choice: Choice,
  text: string | null,
): void {
  const record = work.records.get(local);
  if (!record?.conflict) return;
  const other = work.records.get(record.conflict.other);
  if (!other || choice === 'both') {
    work.put({ ...record, conflict: null });
    return;
  }
  let body = record.body;
  if (choice === 'theirs') body = other.body;
  if (choice === 'merge' && text !== null) body = { ...record.body, content: text };
  for (const lost of [record.body, other.body]) {
    if (!covers(body, lost)) work.discard(local, lost, 'overwritten');
  }
  removeRecord(work, other);
  const editedAt = sameBody(body, record.body) ? record.editedAt : work.env.now;
  work.put({ ...record, body, editedAt, conflict: null });
}

export function isSending({ sending }: DraftRecord): boolean {
  return sending !== null && underWay.has(sending.state);
}

const underWay: ReadonlySet<Sending['state']> = new Set(['queued', 'inflight', 'checking']);

export function queueSending(work: WorkingSet, local: string, attempt: string): void {
  const record = work.records.get(local);
  if (!record || isSending(record) || isBlank(record.body)) return;
  const reason = problemOf(record.body, work.limits);
  const state = reason ? 'failed' : 'queued';
  const { body } = record;
  const at = work.env.now;
  work.put({ ...record, sending: { state, attempt, body, at, reason, tries: 0, after: 0 } });
}

/** It was looked for, and did not arrive at that try: it may go out again. */
export function requeueSending(
  work: WorkingSet,
  local: string,
  attempt: string,
  tries: number,
): void {
  const record = work.records.get(local);
  const sending = record?.sending;
  if (!record || sending?.attempt !== attempt || sending.tries !== tries) return;
  if (sending.state !== 'checking') return;
  work.put({ ...record, sending: { ...sending, state: 'queued', reason: null } });
}

/** `queued`: the server did not look at it, and asked to come again. */
export type SendingEnd = 'sent' | 'failed' | 'queued' | 'checking' | 'unknown' | 'dismissed';

export function sendingEnded(
  work: WorkingSet,
  local: string,
  attempt: string,
  state: SendingEnd,
  reason: string | null,
): void {
  const record = work.records.get(local);
  const sending = record?.sending;
  if (!record || sending?.attempt !== attempt) return;
  if (state === 'dismissed') work.put({ ...record, sending: null });
  else if (state === 'failed' || state === 'unknown') {
    putUnsent(work, record, { ...sending, state, reason });
  } else if (state !== 'sent') work.put({ ...record, sending: { ...sending, state, reason } });
  else if (isBlank(record.body) || sameBody(record.body, sending.body)) {
    // A box that was emptied meanwhile holds nothing to keep: its row goes with the message.
    work.discard(local, sending.body, 'sent');
    removeRecord(work, record);
  } else {
    // Written on while it was under way: what was sent is kept, the longer text stays a draft.
    work.discard(local, sending.body, 'sent');
    work.put({ ...record, sending: null });
  }
}

/** A box that was emptied meanwhile gets its text back: the message is still to be sent. */
function putUnsent(work: WorkingSet, record: DraftRecord, sending: Sending): void {
  const body = isBlank(record.body) ? sending.body : record.body;
  work.put({ ...record, body, sending });
}

/** A new leader cleans up after the last one: nobody knows what became of its sendings. */
export function takeOver(work: WorkingSet): void {
  const { now } = work.env;
  for (const record of [...work.records.values()]) {
    const { sending } = record;
    if (sending?.state === 'inflight') {
      work.put({ ...record, sending: { ...sending, state: 'checking', reason: 'interrupted' } });
    } else if (isSending(record)) {
      continue;
    } else if (isBlank(record.body)) {
      close(work, record.local);
    }
  }
  const oldest = now - binLifetime;
  for (const entry of [...work.bin.values()]) if (entry.at < oldest) work.dropBin(entry.id);
  for (const grave of [...work.graves.values()]) {
    if (grave.at < oldest && !grave.pending && !grave.doubt) work.dropGrave(grave.key);
  }
}
