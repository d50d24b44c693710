import { NetworkFailure } from '../../api/errors';
import { errorMessage } from '../../client/calls/error-table';
import { runWhen } from '../../client/run-when.svelte';
import { useToasts } from '../../client/toasts';

/** One write at a time, and why the last one came to nothing. Made while a component starts. */
export class OrganizationSubmission {
  busy = $state(false);
  problem = $state('');
  /** What the last one came to nothing by. */
  failure = $state.raw<unknown>();
  /** No answer came to the last one: it may be done all the same. */
  isUncertain = $state(false);
  readonly #toasts = useToasts();
  /** Stops waiting for what was never answered. */
  #forget: (() => void) | undefined;

  constructor() {
    $effect(() => () => this.#forget?.());
  }

  /**
   * True when it is done, which `done` then says. A text that comes of it is why it is not. `isDone`:
   * whether it is so already, which is said as soon as it shows where no answer came.
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

  /** There is nothing more to say of the last one. */
  settle(): void {
    this.#forget?.();
    this.problem = '';
    this.failure = undefined;
    this.isUncertain = false;
  }
}
