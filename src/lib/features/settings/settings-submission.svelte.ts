import { ApiError, NetworkFailure } from '../../api/errors';
import { errorMessage } from '../../client/calls/error-table';
import { runWhen } from '../../client/run-when.svelte';

/** What comes of an attempt. */
interface SubmissionOutcome {
  /** Whether it is so already: the answer may have been lost on its way. */
  readonly isDone: () => boolean;
  readonly done?: () => void;
}

/** Something that a person has the server do: one at a time, and why it came to nothing. */
export class SettingsSubmission {
  busy = $state(false);
  /** In words; empty while there is nothing to say. */
  problem = $state('');
  /** Stops waiting for what was never answered. */
  #forget: (() => void) | undefined;

  /** Made where effects run. */
  constructor() {
    $effect(() => () => this.#forget?.());
  }

  /** Resolves to whether it was done; `done` is called later, too, once it shows that it was. */
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

/** Whether what was asked for may be done all the same: nobody has said that it is not. */
export function isOutcomeUnknown(failure: unknown): boolean {
  return !(failure instanceof ApiError) || failure.status >= 500;
}

/** The same for a form: why it came to nothing, and whether it did. */
export function formFailureOf(failure: unknown, isDone: () => boolean) {
  const text = errorMessage(failure);
  return failure instanceof NetworkFailure ? { text, isDone } : text;
}
