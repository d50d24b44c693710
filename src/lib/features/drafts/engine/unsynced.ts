import { emptyBody, isBlankBody, sameDraftBody } from './draft-body';
import { isDirty } from './draft-record';
import type { DraftEngineState } from './engine-state';

/**
 * Creates a function that counts drafts whose newest text is only on this device. It caches the
 * count for stored drafts.
 */
export function createUnsyncedCount(): (state: DraftEngineState) => number {
  let last: DraftEngineState | null = null;
  let unsynced = new Set<string>();
  return (state) => {
    const changed = last?.limits === state.limits ? state.records.changedSince(last.records) : null;
    if (!changed) unsynced = new Set();
    for (const key of changed ?? state.records.keys()) {
      if (isUnsynced(state, key)) unsynced.add(key);
      else unsynced.delete(key);
    }
    last = state;
    let count = unsynced.size;
    for (const [local, { shown }] of state.editors) {
      const body = state.records.get(local)?.body ?? emptyBody;
      const isPending = !isBlankBody(shown) && (!sameDraftBody(shown, body) || unsynced.has(local));
      if (isPending !== unsynced.has(local)) count += isPending ? 1 : -1;
    }
    return count;
  };
}

function isUnsynced({ records, limits }: DraftEngineState, key: string): boolean {
  const record = records.get(key);
  return record !== undefined && !isBlankBody(record.body) && isDirty(record, limits);
}
