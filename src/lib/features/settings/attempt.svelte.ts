import { ApiError, NetworkFailure } from '../../api/errors';
import { describe } from '../../client/error-table';
import { once } from '../../client/once.svelte';

/** What comes of an attempt. */
interface Outcome {
  /** Whether it is so already: the answer may have been lost on its way. */
  readonly isDone: () => boolean;
  readonly done?: () => void;
}

/** Something that a person has the server do: one at a time, and why it came to nothing. */
export class Attempt {
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
  async run(act: () => Promise<unknown>, outcome?: Outcome): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.#forget?.();
    this.problem = '';
    try {
      await act();
    } catch (failure) {
      this.problem = describe(failure);
      if (outcome && failure instanceof NetworkFailure) this.#await(outcome);
      return false;
    } finally {
      this.busy = false;
    }
    outcome?.done?.();
    return true;
  }

  #await({ isDone, done }: Outcome): void {
    this.#forget = once(isDone, () => {
      this.problem = '';
      done?.();
    });
  }
}

/** Whether what was asked for may be done all the same: nobody has said that it is not. */
export function isUnsure(failure: unknown): boolean {
  return !(failure instanceof ApiError) || failure.status >= 500;
}

/** The same for a form: why it came to nothing, and whether it did. */
export function lostOr(failure: unknown, isDone: () => boolean) {
  const text = describe(failure);
  return failure instanceof NetworkFailure ? { text, isDone } : text;
}
