import type { ServiceClock } from './clock';
import { isDiskFull } from './db/sqlstate';
import { ServiceFailure } from './failure';

/** For how long after a write failed the disk counts as full. */
const remembered = 60_000;

/** Whether there was room for what had to be written lately. */
export class DiskSpace {
  #failed = -Infinity;

  constructor(private readonly clock: ServiceClock) {}

  get isFull(): boolean {
    return this.clock.now() - this.#failed < remembered;
  }

  /** What a caller is told of a failure for want of room; null for any other. */
  refusal(error: unknown): ServiceFailure | null {
    if (!isDiskFull(error)) return null;
    this.#failed = this.clock.now();
    const message =
      'The disk of this server is full: nothing can be saved until it has room again.';
    return new ServiceFailure('DISK_FULL', message, 507);
  }
}
