import {
  withOwnRecipientOrder,
  isBlankBody,
  isEquivalentBody,
  fingerprintOf,
  sameDraftBody,
  type DraftBody,
} from './draft-body';
import { continuesText, coversText, mergeBodies } from './merge-bodies';
import {
  serverCopyOf,
  withDistinctDate,
  isDirty,
  linkToServerRow,
  newDraftRecord,
  unlinkedFields,
  withPastFingerprint,
  type DraftRecord,
  type ServerCopy,
} from './draft-record';
import type { WorkingSet } from './working-set';

/** A draft as in the API. https://zulip.com/api/get-drafts */
export interface ServerDraft extends DraftBody {
  readonly id: number;
  readonly timestamp: number;
}

/**
 * Source of a row. `event`: our position in the server's log. `list` (GET): the server's current
 * state, ahead of the log, and never read while a push is under way.
 */
export type RowSource = 'event' | 'list';

function copyOfRow(row: ServerDraft): ServerCopy {
  const { type, to, topic, content, timestamp } = row;
  return { body: { type, to, topic, content }, timestamp };
}

/** Returns true if the list should be fetched. */
export function applyServerRow(work: WorkingSet, row: ServerDraft, source: RowSource): boolean {
  const copy = copyOfRow(row);
  const record = work.byServerId(row.id);
  if (record) return observe(work, record, copy, source);
  const tombstone = work.tombstoneOf(row.id);
  if (!tombstone) {
    const former = formerOwner(work, row.id, copy);
    if (former) return observe(work, former, copy, source);
    adopt(work, row.id, copy);
    return false;
  }
  // Changed elsewhere before our DELETE arrived: the draft stays deleted, the new text goes to the
  // trash.
  if (tombstone.pending && tombstone.text !== copy.body.content) {
    if (!coversText({ ...copy.body, content: tombstone.text }, copy.body)) {
      work.discard(tombstone.local, copy.body, 'deleted');
      work.putTombstone({ ...tombstone, text: copy.body.content });
    }
  }
  return false;
}

/** The row was deleted on the server. Unsynced local changes stay as a new draft. */
export function applyRowRemoval(work: WorkingSet, id: number): void {
  const record = work.byServerId(id);
  const tombstone = work.tombstoneOf(id);
  if (tombstone) {
    if (tombstone.pending) work.putTombstone({ ...tombstone, pending: false });
    return;
  }
  work.addTombstone(id, { local: record?.local ?? '', text: record?.body.content ?? '' });
  if (!record) return;
  const active = record.sending?.state === 'queued' || record.sending?.state === 'inflight';
  if (active || (isDirty(record, work.limits) && !isBlankBody(record.body))) {
    work.put({ ...record, ...unlinkedFields, notice: 'revived' });
    return;
  }
  const text = isBlankBody(record.body) && record.base ? record.base.body : record.body;
  work.discard(record.local, text, 'deleted_elsewhere');
  work.drop(record.local);
}

/** Finds the draft whose row still exists although a wipe was announced, and links it again. */
function formerOwner(work: WorkingSet, id: number, { timestamp }: ServerCopy): DraftRecord | null {
  for (const record of work.records.values()) {
    const { doubt } = record;
    if (record.serverId !== null || doubt?.row !== id) continue;
    return work.put({ ...record, ...linkToServerRow(id, { body: doubt.body, timestamp }) });
  }
  return null;
}

/** Takes in a row with an unknown id: a copy of one of our drafts, or a new draft. */
function adopt(work: WorkingSet, id: number, copy: ServerCopy): void {
  const print = fingerprintOf(copy.body, copy.timestamp);
  const owner = work.fingerprintOwner(print);
  if (owner) return claim(work, owner, id, copy);
  const tombstone = work.tombstoneByFingerprint(print);
  if (tombstone) {
    if (tombstone.serverId === null) {
      work.putTombstone({ ...tombstone, serverId: id, pending: true, doubt: false });
    } else {
      const { local, ghosts, text } = tombstone;
      work.addTombstone(id, { local, ghosts, text, pending: true, pursue: true });
    }
    return;
  }
  for (const record of work.records.values()) {
    if (!record.doubt || record.serverId !== null || id <= record.doubt.after) continue;
    if (!continuesText(copy.body, record.doubt.body)) continue;
    const forked = { body: record.doubt.body, timestamp: copy.timestamp };
    observe(work, work.put({ ...record, ...linkToServerRow(id, forked) }), copy, 'list');
    return;
  }
  const key = localKeyOfRow(id);
  const local = work.records.has(key) ? work.env.newId() : key;
  const record = newDraftRecord(local, copy.body, copy.timestamp * 1000);
  work.put({ ...record, ...linkToServerRow(id, copy) });
}

/** Local key of a draft from the server, known before it is stored. */
export function localKeyOfRow(id: number): string {
  return `row${id}`;
}

/** If two rows are copies of one draft, every device keeps the one with the lower id. */
function claim(work: WorkingSet, owner: DraftRecord, id: number, copy: ServerCopy): void {
  if (owner.serverId === null) {
    work.put({ ...owner, ...linkToServerRow(id, copy) });
  } else {
    const [kept, spare] = owner.serverId < id ? [owner.serverId, id] : [id, owner.serverId];
    if (kept === id) work.put({ ...owner, ...linkToServerRow(id, copy) });
    work.addTombstone(spare, { local: owner.local, text: copy.body.content, pending: true });
  }
}

/** Returns true if the event seems older than what a list has shown: only the list can tell. */
function observe(
  work: WorkingSet,
  known: DraftRecord,
  copy: ServerCopy,
  source: RowSource,
): boolean {
  // Remembers every copy that ever existed, even an outdated one.
  const record = { ...known, ghosts: withPastFingerprint(known, copy) };
  const { body } = copy;
  const fork = record.seen ?? body;
  const echo = record.echoes.findIndex((push) => sameDraftBody(push.body, body));
  if (echo >= 0) {
    const echoes =
      source === 'list'
        ? record.echoes.map((push, index) => (index === echo ? { ...push, acked: true } : push))
        : record.echoes.filter((push, index) => index > echo || (index < echo && !push.acked));
    const ahead = source === 'event' && echoes.some((push) => push.acked);
    work.put({ ...record, seen: body, echoes, base: ahead ? record.base : copy });
    return false;
  }
  if (record.base && sameDraftBody(record.base.body, body)) {
    const { editedAt } = isDirty(record, work.limits)
      ? record
      : { editedAt: copy.timestamp * 1000 };
    work.put({ ...record, seen: body, base: copy, editedAt });
    return false;
  }
  // Until the event of a confirmed push has arrived, the server is ahead of this event.
  const ahead = source !== 'list' && record.echoes.some((push) => push.acked);
  if (source === 'event' && !ahead && record.base && copy.timestamp < record.base.timestamp) {
    work.put(record);
    return true;
  }
  takeForeign(work, record, copy, fork, ahead);
  return false;
}

function takeForeign(
  work: WorkingSet,
  record: DraftRecord,
  copy: ServerCopy,
  fork: DraftBody,
  ahead: boolean,
): void {
  const base = ahead ? record.base : copy;
  const seen = copy.body;
  if (isBlankBody(record.body) || isEquivalentBody(record.body, fork, work.limits)) {
    if (isEquivalentBody(record.body, seen, work.limits)) {
      work.put({ ...record, seen, base });
      return;
    }
    if (!coversText(seen, record.body)) work.discard(record.local, record.body, 'overwritten');
    const body = withOwnRecipientOrder(seen, record.body, work.limits);
    work.put({ ...record, body, seen, base, editedAt: copy.timestamp * 1000 });
    return;
  }
  const merged = mergeBodies(fork, record.body, seen, work.limits);
  if (!merged.overlaps) {
    if (!coversText(merged.body, record.body))
      work.discard(record.local, record.body, 'overwritten');
    if (!coversText(merged.body, seen)) work.discard(record.local, seen, 'overwritten');
    work.put({ ...record, body: merged.body, seen, base });
    return;
  }
  keepBoth(work, record, copy, fork, ahead);
}

/**
 * The changes overlap: our text stays where the user sees it, theirs moves to a new record, and
 * each becomes a draft on the server. The row goes to the side whose text the server has.
 */
function keepBoth(
  work: WorkingSet,
  record: DraftRecord,
  copy: ServerCopy,
  fork: DraftBody,
  ahead: boolean,
): void {
  const other = newDraftRecord(work.env.newId(), copy.body, copy.timestamp * 1000);
  const conflict = { other: other.local, base: fork };
  if (ahead || record.serverId === null) {
    work.put(withDistinctDate(other, record.ghosts, work.limits));
    work.put({ ...record, seen: copy.body, conflict });
    return;
  }
  const doubtful = record.echoes.filter((push) => !push.acked);
  const { ghosts } = record;
  const fresh = { ...record, ...unlinkedFields, ghosts: [], conflict };
  work.put(withDistinctDate(fresh, ghosts, work.limits));
  work.put({ ...other, ...linkToServerRow(record.serverId, copy, doubtful), ghosts });
}

/** Fingerprints of the record's current text and of its earlier copies. */
export function fingerprintsOf(work: WorkingSet, record: DraftRecord): readonly string[] {
  const { body, timestamp } = serverCopyOf(record, work.limits);
  const now = fingerprintOf(body, timestamp);
  return [...new Set([...record.ghosts, now])];
}
