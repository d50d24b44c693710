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

/** Drafts that move to the trash once the queue is written. */
export const keysBeingTrashed = ({ queue }: Pick<DraftEngineState, 'queue'>): readonly string[] =>
  queue.flatMap((change) => (change.type === 'remove' ? change.locals : []));
