import { NetworkFailure } from '../../api/errors';
import { describe } from '../../client/error-table';
import { useToasts } from '../../client/toasts';

/** One write at a time, and why the last one came to nothing. Made while a component starts. */
export class Work {
  busy = $state(false);
  problem = $state('');
  /** What the last one came to nothing by. */
  failure = $state.raw<unknown>();
  /** No answer came to the last one: it may be done all the same. */
  isUncertain = $state(false);
  readonly #toasts = useToasts();

  /** True when it is done, which `done` then says. A text that comes of it is why it is not. */
  async run(work: () => Promise<unknown>, done?: string): Promise<boolean> {
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
      this.problem = describe(failure);
      this.failure = failure;
      this.isUncertain = failure instanceof NetworkFailure;
      return false;
    } finally {
      this.busy = false;
    }
    if (done !== undefined) this.#toasts.show({ key: done, tone: 'success', text: done });
    return true;
  }

  /** There is nothing more to say of the last one. */
  settle(): void {
    this.problem = '';
    this.failure = undefined;
    this.isUncertain = false;
  }
}
