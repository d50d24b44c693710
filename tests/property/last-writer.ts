import { isBlankBody, fingerprintOf } from '../../src/lib/features/drafts/engine/draft-body';
import { applyChange, type DraftChange } from '../../src/lib/features/drafts/engine/draft-change';
import { linkToServerRow, newDraftRecord } from '../../src/lib/features/drafts/engine/draft-record';
import type { ServerDraft } from '../../src/lib/features/drafts/engine/server-rows';
import type { DraftJob } from '../../src/lib/features/drafts/engine/push-results';
import type { WorkingSet } from '../../src/lib/features/drafts/engine/working-set';
import { engine, type Subject } from './sim/subject';

/**
 * The usual way of syncing, for comparison: the last writer's whole text wins, by timestamp between
 * devices and by order between tabs. What is gone from the server or overwritten is lost. Stores,
 * retries and lists as the engine does.
 */
export const lastWriter: Subject = { ...engine, apply };

function apply(work: WorkingSet, change: DraftChange): readonly DraftJob[] {
  const kept = new Set(work.bin.keys());
  const jobs = change.type === 'begin' ? applyChange(work, change) : applySimply(work, change);
  for (const { id, reason } of [...work.bin.values()]) {
    if (!kept.has(id) && (reason === 'overwritten' || reason === 'deleted_elsewhere')) {
      work.dropTrashEntry(id);
    }
  }
  return jobs;
}

function applySimply(work: WorkingSet, change: DraftChange): readonly DraftJob[] {
  switch (change.type) {
    case 'edit': {
      const from = work.records.get(change.local)?.body ?? change.from;
      return applyChange(work, { ...change, from });
    }
    case 'rows':
      change.rows.forEach((row) => take(work, row));
      return [];
    case 'lost':
      change.ids.forEach((id) => drop(work, id));
      return [];
    case 'listed': {
      const { rows, known, touched } = change.listing;
      const present = new Set(rows.map((row) => row.id));
      for (const row of rows) if (!touched.has(row.id)) take(work, row);
      for (const id of known) if (!present.has(id) && !touched.has(id)) drop(work, id);
      for (const record of [...work.records.values()]) {
        if (record.doubt) work.put({ ...record, doubt: null });
      }
      return [];
    }
    default:
      return applyChange(work, change);
  }
}

function take(work: WorkingSet, { id, timestamp, ...body }: ServerDraft): void {
  if (work.tombstoneOf(id)) return;
  const copy = { body, timestamp };
  const record =
    work.byServerId(id) ?? work.fingerprintOwner(fingerprintOf(copy.body, copy.timestamp));
  if (!record) {
    const local = work.env.newId();
    work.put({ ...newDraftRecord(local, body, timestamp * 1000), ...linkToServerRow(id, copy) });
  } else if (timestamp * 1000 >= record.editedAt || isBlankBody(record.body)) {
    work.put({ ...record, body, editedAt: timestamp * 1000, ...linkToServerRow(id, copy) });
  } else {
    work.put({ ...record, ...linkToServerRow(id, copy) });
  }
}

function drop(work: WorkingSet, id: number): void {
  const record = work.byServerId(id);
  if (record) work.drop(record.local);
  work.addTombstone(id);
}
