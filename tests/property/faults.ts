import { normalizeBody, defaultLimits } from '../../src/lib/features/drafts/engine/draft-body';
import { applyChange, type DraftChange } from '../../src/lib/features/drafts/engine/draft-change';
import { stepDrafts, type DraftEngineEvent } from '../../src/lib/features/drafts/engine/engine';
import type { TrashReason, DraftRecord } from '../../src/lib/features/drafts/engine/draft-record';
import type { DraftJob } from '../../src/lib/features/drafts/engine/push-results';
import type {
  DraftEngineState,
  DraftStep,
} from '../../src/lib/features/drafts/engine/engine-state';
import type { WorkingSet } from '../../src/lib/features/drafts/engine/working-set';
import { engine, type Subject } from './sim/subject';

type Apply = (work: WorkingSet, change: DraftChange) => readonly DraftJob[];
type Take = (state: DraftEngineState, event: DraftEngineEvent, now: number) => DraftStep;

const applying = (apply: Apply): Subject => ({ ...engine, apply });
const stepping = (take: Take): Subject => ({ ...engine, step: take });

/** Applies the change, then corrupts what it wrote, for the given change types. */
function spoiling(
  types: readonly DraftChange['type'][],
  spoil: (work: WorkingSet, change: DraftChange, before: ReadonlyMap<string, DraftRecord>) => void,
): Subject {
  return applying((work, change) => {
    const before = new Map(work.records);
    const jobs = applyChange(work, change);
    if (types.includes(change.type)) spoil(work, change, before);
    return jobs;
  });
}

function withoutTrash(reasons: readonly TrashReason[]): Subject {
  return applying((work, change) => {
    const before = new Set(work.bin.keys());
    const jobs = applyChange(work, change);
    for (const { id, reason } of [...work.bin.values()]) {
      if (!before.has(id) && reasons.includes(reason)) work.dropTrashEntry(id);
    }
    return jobs;
  });
}

function each(work: WorkingSet, change: (record: DraftRecord) => Partial<DraftRecord>): void {
  for (const record of [...work.records.values()]) work.put({ ...record, ...change(record) });
}

/** Engines with one fault each. A test proves that the simulation catches them all. */
export const faults: Readonly<Record<string, Subject>> = {
  'posts again without looking at the list': spoiling(['begin'], (work) =>
    each(work, () => ({ doubt: null, ghosts: [] })),
  ),
  'looks at the list but knows nothing again': applying((work, change) => {
    if (change.type !== 'listed') return applyChange(work, change);
    const { listing } = change;
    const rows = listing.rows.filter(
      (row) => work.byServerId(row.id) ?? listing.doubted.size === 0,
    );
    return applyChange(work, { type: 'listed', listing: { ...listing, rows } });
  }),
  'deletes by absence what the server never had': spoiling(['listed'], (work) => {
    for (const { local, serverId } of [...work.records.values()]) {
      if (serverId === null) work.drop(local);
    }
  }),
  'trusts the list over later events': applying((work, change) =>
    change.type === 'listed'
      ? applyChange(work, { ...change, listing: { ...change.listing, touched: new Set() } })
      : applyChange(work, change),
  ),
  'writes remote text into the focused box': stepping((state, event, now) => {
    const [next, effects] = stepDrafts(state, event, now);
    if (event.type !== 'read' && event.type !== 'written') return [next, effects];
    const editors = new Map(next.editors);
    for (const [local, editor] of editors) {
      const body = next.records.get(local)?.body;
      if (body) editors.set(local, { ...editor, shown: body, base: body, dirtySince: null });
    }
    return [{ ...next, editors }, effects];
  }),
  'writes the box over what another tab stored': applying((work, change) => {
    const stored = change.type === 'edit' && work.records.get(change.local)?.body;
    return applyChange(work, stored ? { ...change, from: stored } : change);
  }),
  'forgets what was typed as a page went away': applying((work, change) =>
    change.type === 'recall' ? [] : applyChange(work, change),
  ),
  'leaves no tombstone': spoiling(['remove', 'close', 'sendingEnded'], (work) => {
    for (const key of [...work.graves.keys()]) work.dropTombstone(key);
  }),
  'gives up a deletion after a lost reply': stepping((state, event, now) =>
    event.type === 'answered' && event.call.kind === 'delete'
      ? stepDrafts(state, { ...event, outcome: { ok: true } }, now)
      : stepDrafts(state, event, now),
  ),
  'lets the newest timestamp win': spoiling(['rows'], (work, change, before) => {
    for (const row of change.type === 'rows' ? change.rows : []) {
      const record = work.byServerId(row.id);
      if (!record || !before.has(record.local)) continue;
      const { id: _id, timestamp, ...body } = row;
      if (timestamp * 1000 >= record.editedAt) work.put({ ...record, body });
    }
  }),
  'keeps no overwritten text': withoutTrash(['overwritten']),
  'keeps no text deleted elsewhere': withoutTrash(['deleted_elsewhere']),
  'keeps no cleared text': withoutTrash(['cleared']),
  'takes what was typed meanwhile for sent': spoiling(['posted'], (work) =>
    each(work, ({ base, body }) => ({
      base: base && { ...base, body: normalizeBody(body, defaultLimits) },
    })),
  ),
  'forgets the other side of a conflict': spoiling(['rows', 'listed'], (work, _change, before) => {
    for (const { conflict } of [...work.records.values()]) {
      if (conflict && !before.has(conflict.other)) work.drop(conflict.other);
    }
  }),
  'drops local drafts when sync is switched off': applying((work, change) => {
    if (change.type !== 'wiped') return applyChange(work, change);
    for (const { local, serverId } of [...work.records.values()]) {
      if (serverId !== null) work.drop(local);
    }
    return [];
  }),
  'uploads all again when sync is back': spoiling(['wiped'], (work) =>
    each(work, () => ({ doubt: null, ghosts: [] })),
  ),
  'ignores events before the reply': stepping((state, event, now) => {
    const posting = typeof state.call === 'object' && state.call?.kind === 'post';
    if (event.type !== 'event' || !posting) return stepDrafts(state, event, now);
    return [{ ...state, seenEvent: event.id }, []];
  }),
  'tries a batch again as it was when the server fails at it': applying((work, change) =>
    change.type === 'failedAt' ? [] : applyChange(work, change),
  ),
  'forgets how often it failed as soon as a list was read': spoiling(['listed'], (work) =>
    each(work, () => ({ trial: null })),
  ),
  'gives one that fails no time': spoiling(['failedAt'], (work) =>
    each(work, ({ trial }) => ({ trial: trial && { ...trial, at: 0 } })),
  ),
  'lets both copies stay': spoiling(['rows', 'listed', 'posted'], (work) => {
    for (const tombstone of [...work.graves.values()]) {
      if (!tombstone.pursue && tombstone.pending)
        work.putTombstone({ ...tombstone, pending: false });
    }
  }),
  'clears the box before the message is accepted': spoiling(['beginSending'], (work, change) => {
    if (change.type === 'beginSending') work.drop(change.local);
  }),
  'sends again without looking at the conversation': stepping((state, event, now) =>
    event.type === 'checked' && event.outcome.state === 'arrived'
      ? stepDrafts(state, { ...event, outcome: { state: 'absent' } }, now)
      : stepDrafts(state, event, now),
  ),
  'takes a message that was lost for sent': stepping((state, event, now) =>
    event.type === 'checked' && event.outcome.state === 'absent'
      ? stepDrafts(state, { ...event, outcome: { state: 'arrived', messageId: 1 } }, now)
      : stepDrafts(state, event, now),
  ),
  'does not wait for the earlier message': stepping((state, event, now) => {
    const [next, effects] = stepDrafts(state, event, now);
    const begun = [...next.todo].flatMap((local): DraftChange[] =>
      next.leader && next.records.get(local)?.sending?.state === 'queued'
        ? [{ type: 'beginSending', local, after: 0 }]
        : [],
    );
    const queue = next.queue.length > 0 ? [...next.queue, ...begun.reverse()] : next.queue;
    return [{ ...next, queue }, effects];
  }),
  'leads without a look at the server': stepping((state, event, now) => {
    const [next, effects] = stepDrafts(state, event, now);
    const leads = event.type === 'leader' || event.type === 'registered';
    return [leads ? { ...next, needsList: false } : next, effects];
  }),
};
