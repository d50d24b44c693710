import { describe } from '../../client/error-table';

/** Something that a person has the server do: one at a time, and why it came to nothing. */
export class Attempt {
  busy = $state(false);
  /** In words; empty while there is nothing to say. */
  problem = $state('');

  /** Resolves to whether it was done. */
  async run(act: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = '';
    try {
      await act();
      return true;
    } catch (failure) {
      this.problem = describe(failure);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
