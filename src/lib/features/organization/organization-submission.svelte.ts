import { NetworkFailure } from '../../api/errors';
import { errorMessage } from '../../client/calls/error-table';
import { runWhen } from '../../client/run-when.svelte';
import { useToasts } from '../../client/toasts';

/**
 * Runs one write at a time and keeps the error of the last one. Create it during component
 * initialization.
 */
export class OrganizationSubmission {
  busy = $state(false);
  problem = $state('');
  /** The error of the last write. */
  failure = $state.raw<unknown>();
  /** The last write got no response, so it might have succeeded. */
  isUncertain = $state(false);
  readonly #toasts = useToasts();
  /** Stops waiting for a write that got no response. */
  #forget: (() => void) | undefined;

  constructor() {
    $effect(() => () => this.#forget?.());
  }

  /**
   * Returns true on success and shows `done`. If `work` returns a text, it is the reason for
   * failure. `isDone`: whether the change is already there; without a response, `done` is shown
   * once it returns true.
   */
  async run(work: () => Promise<unknown>, done?: string, isDone?: () => boolean): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.settle();
    try {
      const problem = await work();
      if (typeof problem === 'string') {
        this.problem = problem;
        return false;
      }
    } catch (failure) {
      this.problem = errorMessage(failure);
      this.failure = failure;
      this.isUncertain = failure instanceof NetworkFailure;
      if (this.isUncertain && isDone) this.#await(isDone, done);
      return false;
    } finally {
      this.busy = false;
    }
    this.#tell(done);
    return true;
  }

  #await(isDone: () => boolean, done: string | undefined): void {
    this.#forget = runWhen(isDone, () => {
      this.settle();
      this.#tell(done);
    });
  }

  #tell(done: string | undefined): void {
    if (done !== undefined) this.#toasts.show({ key: done, tone: 'success', text: done });
  }

  /** Clears the state of the last write. */
  settle(): void {
    this.#forget?.();
    this.problem = '';
    this.failure = undefined;
    this.isUncertain = false;
  }
}
