import { ApiError, NetworkFailure } from '../../api/errors';
import { errorMessage } from '../../client/calls/error-table';
import { runWhen } from '../../client/run-when.svelte';

/** How to recognize that an attempt succeeded, and what to do then. */
interface SubmissionOutcome {
  /** Whether the change is already there. The response might be lost. */
  readonly isDone: () => boolean;
  readonly done?: () => void;
}

/** Runs one request at a time and keeps its error message. */
export class SettingsSubmission {
  busy = $state(false);
  /** Error message; empty if there is none. */
  problem = $state('');
  /** Stops waiting for a request that got no response. */
  #forget: (() => void) | undefined;

  /** Create it where effects can run. */
  constructor() {
    $effect(() => () => this.#forget?.());
  }

  /**
   * Resolves to whether it succeeded. Without a response, `done` is called once the change shows.
   */
  async run(act: () => Promise<unknown>, outcome?: SubmissionOutcome): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.#forget?.();
    this.problem = '';
    try {
      await act();
    } catch (failure) {
      this.problem = errorMessage(failure);
      if (outcome && failure instanceof NetworkFailure) this.#await(outcome);
      return false;
    } finally {
      this.busy = false;
    }
    outcome?.done?.();
    return true;
  }

  #await({ isDone, done }: SubmissionOutcome): void {
    this.#forget = runWhen(isDone, () => {
      this.problem = '';
      done?.();
    });
  }
}

/** Whether a failed request might have succeeded, because the server hasn't said otherwise. */
export function isOutcomeUnknown(failure: unknown): boolean {
  return !(failure instanceof ApiError) || failure.status >= 500;
}

/** The same for a form: the error message, and how to check whether it succeeded. */
export function formFailureOf(failure: unknown, isDone: () => boolean) {
  const text = errorMessage(failure);
  return failure instanceof NetworkFailure ? { text, isDone } : text;
}
