import { applyChange, type Change } from '../../../src/lib/features/drafts/engine/change';
import { step, type Event } from '../../../src/lib/features/drafts/engine/engine';
import { wakeAt } from '../../../src/lib/features/drafts/engine/plan';
import type { Job } from '../../../src/lib/features/drafts/engine/replies';
import type { State, Step } from '../../../src/lib/features/drafts/engine/state';
import type { WorkingSet } from '../../../src/lib/features/drafts/engine/working-set';

/** What is under test: the engine, or one with a planted fault. */
export interface Subject {
  step(state: State, event: Event, now: number): Step;
  apply(work: WorkingSet, change: Change): readonly Job[];
  wakeAt(state: State, now: number): number | null;
}

export const engine: Subject = { step, apply: applyChange, wakeAt };
