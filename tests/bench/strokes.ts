import { applyChange } from '../../src/lib/features/drafts/engine/draft-change';
import { emptyBody, defaultLimits } from '../../src/lib/features/drafts/engine/draft-body';
import { stepDrafts, type DraftEngineEvent } from '../../src/lib/features/drafts/engine/engine';
import { newDraftRecord } from '../../src/lib/features/drafts/engine/draft-record';
import { startDraftState } from '../../src/lib/features/drafts/engine/engine-state';
import { createDraftListView } from '../../src/lib/features/drafts/engine/list-view';
import { createUnsyncedCount } from '../../src/lib/features/drafts/engine/unsynced';
import { WorkingSet, type StorePatch } from '../../src/lib/features/drafts/engine/working-set';
import { atMost, quantile, reported } from './figures';
import type { Figure } from './figures';

const drafts = 10_000;
const strokes = 500;
/** Milliseconds between two keystrokes. */
const pace = 80;

function stored(): StorePatch {
  const records = Array.from({ length: drafts }, (_, index) => {
    const content = `Draft ${index}: ${'something worth writing '.repeat(1 + (index % 8))}`;
    return newDraftRecord(`d${index}`, { ...emptyBody, content }, (index * 7919) % 10_000_000);
  });
  return {
    records: new Map(records.map((record) => [record.local, record])),
    graves: new Map(),
    bin: new Map(),
  };
}

/** Cost of a keystroke in one of 10,000 drafts: the engine, the sorted list and the count. */
export function measure(): Promise<Figure[]> {
  const [listOf, unsyncedOf] = [createDraftListView(), createUnsyncedCount()];
  let state = startDraftState();
  let now = 20_000_000;
  const take = (event: DraftEngineEvent) => {
    const [next, effects] = stepDrafts(state, event, now);
    state = next;
    listOf(state);
    unsyncedOf(state);
    for (const effect of effects) {
      if (effect.type !== 'write') continue;
      const rows = {
        records: [...state.records.values()].filter(({ local }) => local === 'd5000'),
        graves: [],
        bin: [],
      };
      const work = new WorkingSet(rows, { now, newId: () => `n${now}`, limits: defaultLimits });
      const jobs = applyChange(work, effect.change);
      const writtenAt = performance.now();
      take({ type: 'written', patch: work.patch, jobs });
      saves.push(performance.now() - writtenAt);
    }
  };
  const samples: number[] = [];
  const saves: number[] = [];
  take({ type: 'read', patch: stored(), whole: true });
  take({ type: 'focus', local: 'd5000' });
  const text = state.records.get('d5000')?.body.content ?? '';
  for (let index = 1; index <= strokes; index++) {
    now += pace;
    const body = { ...emptyBody, content: text + 'x'.repeat(index) };
    const [start, known] = [performance.now(), saves.length];
    take({ type: 'typed', local: 'd5000', body });
    if (saves.length === known) samples.push(performance.now() - start);
  }
  return Promise.resolve([
    atMost('strokes.typed', quantile(samples, 0.5), 'ms', 1),
    reported('strokes.stored', quantile(saves, 0.5), 'ms'),
  ]);
}
