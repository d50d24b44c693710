import {
  applyChange,
  type DraftChange,
} from '../../../src/lib/features/drafts/engine/draft-change';
import { stepDrafts, type DraftEngineEvent } from '../../../src/lib/features/drafts/engine/engine';
import { draftsWakeAt } from '../../../src/lib/features/drafts/engine/plan';
import type { DraftJob } from '../../../src/lib/features/drafts/engine/push-results';
import type {
  DraftEngineState,
  DraftStep,
} from '../../../src/lib/features/drafts/engine/engine-state';
import type { WorkingSet } from '../../../src/lib/features/drafts/engine/working-set';

/** The engine under test, or one with a planted fault. */
export interface Subject {
  step(state: DraftEngineState, event: DraftEngineEvent, now: number): DraftStep;
  apply(work: WorkingSet, change: DraftChange): readonly DraftJob[];
  wakeAt(state: DraftEngineState, now: number): number | null;
}

export const engine: Subject = { step: stepDrafts, apply: applyChange, wakeAt: draftsWakeAt };
