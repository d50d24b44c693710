import type { ServiceClock } from './clock';
import { isDiskFull } from './db/sqlstate';
import { ServiceFailure } from './failure';

/** Milliseconds that the disk counts as full after a failed write. */
const remembered = 60_000;

/** Tracks whether recent writes failed because the disk was full. */
export class DiskSpace {
  #failed = -Infinity;

  constructor(private readonly clock: ServiceClock) {}

  get isFull(): boolean {
    return this.clock.now() - this.#failed < remembered;
  }

  /** The error for a client if a failure is due to a full disk. Null for any other failure. */
  refusal(error: unknown): ServiceFailure | null {
    if (!isDiskFull(error)) return null;
    this.#failed = this.clock.now();
    const message =
      'The disk of this server is full: nothing can be saved until it has room again.';
    return new ServiceFailure('DISK_FULL', message, 507);
  }
}
