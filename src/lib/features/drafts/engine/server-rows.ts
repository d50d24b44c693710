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

/** A draft of the wire. https://zulip.com/api/get-drafts */
export interface ServerDraft extends DraftBody {
  readonly id: number;
  readonly timestamp: number;
}

/**
 * Where a row was read. `event` is our place in the server's log. `list` (GET) is the server's state
 * of now, ahead of the log, and never read while a push is under way.
 */
export type RowSource = 'event' | 'list';

function copyOfRow(row: ServerDraft): ServerCopy {
  const { type, to, topic, content, timestamp } = row;
  return { body: { type, to, topic, content }, timestamp };
}

/** True when the list should be looked at. */
export function applyServerRow(work: WorkingSet, row: ServerDraft, source: RowSource): boolean {
  const copy = copyOfRow(row);
  const record = work.byServerId(row.id);
  if (record) return observe(work, record, copy, source);
  const grave = work.tombstoneOf(row.id);
  if (!grave) {
    const former = formerOwner(work, row.id, copy);
    if (former) return observe(work, former, copy, source);
    adopt(work, row.id, copy);
    return false;
  }
  // Changed elsewhere before our DELETE arrived: the deletion stands, the text is kept.
  if (grave.pending && grave.text !== copy.body.content) {
    if (!coversText({ ...copy.body, content: grave.text }, copy.body)) {
      work.discard(grave.local, copy.body, 'deleted');
      work.putTombstone({ ...grave, text: copy.body.content });
    }
  }
  return false;
}

/** The row is gone from the server. Unsent changes of ours live on as a new draft. */
export function applyRowRemoval(work: WorkingSet, id: number): void {
  const record = work.byServerId(id);
  const grave = work.tombstoneOf(id);
  if (grave) {
    if (grave.pending) work.putTombstone({ ...grave, pending: false });
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

/** The draft whose row was said to be dropped, and is there: linked again as it was. */
function formerOwner(work: WorkingSet, id: number, { timestamp }: ServerCopy): DraftRecord | null {
  for (const record of work.records.values()) {
    const { doubt } = record;
    if (record.serverId !== null || doubt?.row !== id) continue;
    return work.put({ ...record, ...linkToServerRow(id, { body: doubt.body, timestamp }) });
  }
  return null;
}

/** A row under an id that we do not know: a copy of ours, or news. */
function adopt(work: WorkingSet, id: number, copy: ServerCopy): void {
  const print = fingerprintOf(copy.body, copy.timestamp);
  const owner = work.fingerprintOwner(print);
  if (owner) return claim(work, owner, id, copy);
  const grave = work.tombstoneByFingerprint(print);
  if (grave) {
    if (grave.serverId === null) {
      work.putTombstone({ ...grave, serverId: id, pending: true, doubt: false });
    } else {
      const { local, ghosts, text } = grave;
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

/** Local key of a draft that came from the server, known before it is stored. */
export function localKeyOfRow(id: number): string {
  return `row${id}`;
}

/** Of two rows that are copies of one draft every device keeps the one with the lower id. */
function claim(work: WorkingSet, owner: DraftRecord, id: number, copy: ServerCopy): void {
  if (owner.serverId === null) {
    work.put({ ...owner, ...linkToServerRow(id, copy) });
  } else {
    const [kept, spare] = owner.serverId < id ? [owner.serverId, id] : [id, owner.serverId];
    if (kept === id) work.put({ ...owner, ...linkToServerRow(id, copy) });
    work.addTombstone(spare, { local: owner.local, text: copy.body.content, pending: true });
  }
}

/** True when the event looks older than what a list has shown: then only the list knows. */
function observe(
  work: WorkingSet,
  known: DraftRecord,
  copy: ServerCopy,
  source: RowSource,
): boolean {
  // Every copy that was ever there is known again, even one that is overtaken already.
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
  // Until the echo of an acknowledged push has come, the server is ahead of this event.
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
 * The changes overlap: our text stays where the person sees it, theirs moves to a record of its
 * own, and each is a draft on the server. The row goes to the side whose text the server has.
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

/** The mark of a record's text as it stands, and of the copy the server has. */
export function fingerprintsOf(work: WorkingSet, record: DraftRecord): readonly string[] {
  const { body, timestamp } = serverCopyOf(record, work.limits);
  const now = fingerprintOf(body, timestamp);
  return [...new Set([...record.ghosts, now])];
}
