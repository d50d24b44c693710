import {
  isBlankBody,
  fingerprintOf,
  draftProblemOf,
  sameDraftBody,
  type DraftBody,
} from './draft-body';
import { coversText, mergeBodies, rewritesText } from './merge-bodies';
import { fingerprintsOf } from './server-rows';
import {
  trashLifetime,
  serverCopyOf,
  withDistinctDate,
  isDirty,
  newDraftRecord,
  unlinkedFields,
  type TrashReason,
  type DraftRecord,
  type DraftSending,
} from './draft-record';
import type { WorkingSet } from './working-set';

/** An edit by the user. `from` is the text the box last shared with the store. */
export interface DraftEdit {
  readonly local: string;
  readonly from: DraftBody;
  readonly to: DraftBody;
  readonly at: number;
}

export function editDraftRecord(work: WorkingSet, { local, from, to, at }: DraftEdit): void {
  if (sameDraftBody(from, to)) return;
  const record = work.records.get(local) ?? takeBack(work, local, from);
  if (!record) {
    if (isBlankBody(to)) return;
    const notice = isBlankBody(from) ? null : 'revived';
    work.put({ ...newDraftRecord(local, to, at), notice });
    return;
  }
  keepReplaced(work, local, from, to);
  if (sameDraftBody(record.body, from)) {
    work.put({ ...record, body: to, editedAt: at });
    return;
  }
  const aside = findAside(work, local, from);
  if (aside && isBlankBody(record.body) && !isDraftSending(aside)) {
    // The text that this box's text was set aside for has been cleared, so the text returns and
    // editing continues.
    removeRecord(work, aside);
    const conflict = record.conflict?.other === aside.local ? null : record.conflict;
    work.put({ ...record, body: to, editedAt: at, conflict });
    return;
  }
  const merged = mergeBodies(from, to, record.body, work.limits);
  if (!aside && !merged.overlaps) {
    if (!coversText(merged.body, record.body)) work.discard(local, record.body, 'overwritten');
    work.put({ ...record, body: merged.body, editedAt: at });
    return;
  }
  const next = setAside(work, record, from);
  work.put({ ...next, body: to, editedAt: at });
}

/** Finds this box's text that was set aside when another box disagreed. */
function findAside(work: WorkingSet, local: string, from: DraftBody): DraftRecord | undefined {
  for (const record of work.records.values()) {
    if (record.asideOf === local && sameDraftBody(record.body, from)) return record;
  }
  return undefined;
}

/** The draft is gone, but this box's text was set aside: the box continues with that. */
function takeBack(work: WorkingSet, local: string, from: DraftBody): DraftRecord | undefined {
  const aside = findAside(work, local, from);
  if (!aside) return undefined;
  work.drop(aside.local);
  return work.put({ ...aside, local, asideOf: null });
}

/**
 * Two boxes of one draft disagree, or a box and another device: moves the stored text to a new
 * draft, along with the row if the server has that text.
 */
function setAside(work: WorkingSet, record: DraftRecord, from: DraftBody): DraftRecord {
  const { local, body, editedAt } = record;
  const old = findAside(work, local, from);
  // This box's own text was set aside before: swap the two.
  if (old) {
    work.put({ ...old, body, editedAt });
    return { ...record, conflict: { other: old.local, base: from } };
  }
  const fresh = { ...newDraftRecord(work.env.newId(), body, editedAt), asideOf: local };
  const conflict = { other: fresh.local, base: from };
  if (isDirty(record, work.limits)) {
    work.put(withDistinctDate(fresh, record.ghosts, work.limits));
    return { ...record, conflict };
  }
  const next = work.put({ ...record, ...unlinkedFields, ghosts: [], conflict });
  const { serverId, base, seen, echoes, ghosts } = record;
  work.put({ ...fresh, serverId, base, seen, echoes, ghosts });
  return next;
}

function keepReplaced(work: WorkingSet, local: string, from: DraftBody, to: DraftBody): void {
  if (isBlankBody(to)) work.discard(local, from, 'cleared');
  else if (rewritesText(from.content, to.content)) work.discard(local, from, 'overwritten');
}

/** The box lost focus: removes the draft if it has no text. */
export function closeDraft(work: WorkingSet, local: string): void {
  const record = work.records.get(local);
  if (!record || !isBlankBody(record.body) || isDraftSending(record)) return;
  if (record.base) work.discard(local, record.base.body, 'cleared');
  removeRecord(work, record);
}

export function removeDrafts(
  work: WorkingSet,
  locals: readonly string[],
  reason: TrashReason,
): void {
  for (const local of locals) {
    const record = work.records.get(local);
    if (!record || isDraftSending(record)) continue;
    work.discard(local, record.body, reason);
    removeRecord(work, record);
  }
}

function removeRecord(work: WorkingSet, record: DraftRecord): void {
  work.drop(record.local);
  const tombstone = {
    local: record.local,
    ghosts: fingerprintsOf(work, record),
    text: record.body.content,
    pursue: true,
    doubt: record.doubt !== null,
  };
  if (record.serverId !== null) work.addTombstone(record.serverId, { ...tombstone, pending: true });
  else if (record.doubt || record.ghosts.length > 0) {
    const key = work.env.newId();
    work.putTombstone({ ...tombstone, key, serverId: null, pending: false, at: work.env.now });
  }
}

/** Restores a trash entry as a new draft, dated so that it matches no tombstone. */
export function restoreDraft(work: WorkingSet, trashId: string, local: string): void {
  const entry = work.bin.get(trashId);
  if (!entry) return;
  let editedAt = Math.max(work.env.now, entry.at + 1000);
  const isBuried = () => {
    const { body, timestamp } = serverCopyOf(
      newDraftRecord(local, entry.body, editedAt),
      work.limits,
    );
    const print = fingerprintOf(body, timestamp);
    return [...work.graves.values()].some((tombstone) => tombstone.ghosts.includes(print));
  };
  while (isBuried()) editedAt += 1000;
  work.put(newDraftRecord(local, entry.body, editedAt));
  work.dropTrashEntry(trashId);
}

export type ConflictChoice = 'mine' | 'theirs' | 'both' | 'merge';

/** `text` is the merged text. The version not chosen goes to the trash. */
export function resolveDraftConflict(
  work: WorkingSet,
  local: string,
  choice: ConflictChoice,
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
    if (!coversText(body, lost)) work.discard(local, lost, 'overwritten');
  }
  removeRecord(work, other);
  const editedAt = sameDraftBody(body, record.body) ? record.editedAt : work.env.now;
  work.put({ ...record, body, editedAt, conflict: null });
}

export function isDraftSending({ sending }: DraftRecord): boolean {
  return sending !== null && underWay.has(sending.state);
}

const underWay: ReadonlySet<DraftSending['state']> = new Set(['queued', 'inflight', 'checking']);

export function queueSending(work: WorkingSet, local: string, attempt: string): void {
  const record = work.records.get(local);
  if (!record || isDraftSending(record) || isBlankBody(record.body)) return;
  const reason = draftProblemOf(record.body, work.limits);
  const state = reason ? 'failed' : 'queued';
  const { body } = record;
  const at = work.env.now;
  work.put({ ...record, sending: { state, attempt, body, at, reason, tries: 0, after: 0 } });
}

/** The message was searched for and did not arrive with that try: it can be sent again. */
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

/** `queued`: the server didn't process it and asked to retry later. */
export type SendingEnd = 'sent' | 'failed' | 'queued' | 'checking' | 'unknown' | 'dismissed';

export function endSending(
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
  else if (isBlankBody(record.body) || sameDraftBody(record.body, sending.body)) {
    // A box that was emptied since has nothing to keep: its row is deleted with the message.
    work.discard(local, sending.body, 'sent');
    removeRecord(work, record);
  } else {
    // Edited while the message was being sent: the sent text goes to the trash, the new text stays
    // a draft.
    work.discard(local, sending.body, 'sent');
    work.put({ ...record, sending: null });
  }
}

/** If the box was emptied since, restores its text: the message still has to be sent. */
function putUnsent(work: WorkingSet, record: DraftRecord, sending: DraftSending): void {
  const body = isBlankBody(record.body) ? sending.body : record.body;
  work.put({ ...record, body, sending });
}

/** Cleans up after the previous leader: the outcome of its sends is unknown. */
export function takeOverSendings(work: WorkingSet): void {
  const { now } = work.env;
  for (const record of [...work.records.values()]) {
    const { sending } = record;
    if (sending?.state === 'inflight') {
      work.put({ ...record, sending: { ...sending, state: 'checking', reason: 'interrupted' } });
    } else if (isDraftSending(record)) {
      continue;
    } else if (isBlankBody(record.body)) {
      closeDraft(work, record.local);
    }
  }
  const oldest = now - trashLifetime;
  for (const entry of [...work.bin.values()]) if (entry.at < oldest) work.dropTrashEntry(entry.id);
  for (const tombstone of [...work.graves.values()]) {
    if (tombstone.at < oldest && !tombstone.pending && !tombstone.doubt)
      work.dropTombstone(tombstone.key);
  }
}
