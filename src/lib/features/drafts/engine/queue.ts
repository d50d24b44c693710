import type { Change } from './change';
import { amend, type State } from './state';

/** Adds a change to the queue and starts writing when nothing is being written. */
export function enqueue(state: State, change: Change): State {
  const last = state.queue.at(-1);
  const lastIsFree = state.queue.length > (state.writing ? 1 : 0);
  if (
    lastIsFree &&
    last?.type === 'edit' &&
    change.type === 'edit' &&
    last.local === change.local
  ) {
    const joined = { ...change, from: last.from };
    return amend(state, { queue: [...state.queue.slice(0, -1), joined] });
  }
  return amend(state, { queue: [...state.queue, change] });
}

/** Whether what takes one of these to the bin is not written yet. */
export function isLeaving({ queue }: Pick<State, 'queue'>, locals: readonly string[]): boolean {
  return queue.some(
    (change) => change.type === 'remove' && change.locals.some((local) => locals.includes(local)),
  );
}
