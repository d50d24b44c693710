import type { DraftChange } from './draft-change';
import { amendState, type DraftEngineState } from './engine-state';

/** Adds a change to the queue and starts writing when nothing is being written. */
export function enqueueChange(state: DraftEngineState, change: DraftChange): DraftEngineState {
  const last = state.queue.at(-1);
  const lastIsFree = state.queue.length > (state.writing ? 1 : 0);
  if (
    lastIsFree &&
    last?.type === 'edit' &&
    change.type === 'edit' &&
    last.local === change.local
  ) {
    const joined = { ...change, from: last.from };
    return amendState(state, { queue: [...state.queue.slice(0, -1), joined] });
  }
  return amendState(state, { queue: [...state.queue, change] });
}

/** Whether a change that moves one of these drafts to the trash is not written yet. */
export function isBeingTrashed(
  { queue }: Pick<DraftEngineState, 'queue'>,
  locals: readonly string[],
): boolean {
  return queue.some(
    (change) => change.type === 'remove' && change.locals.some((local) => locals.includes(local)),
  );
}
