import { maxTimestamp } from '$lib/api/value-schemas';
import type { ServiceClock } from '../clock';
import { badRequest } from '../failure';

/** Throws 400 for a time (UNIX seconds) that isn't in the future, or exceeds the range of dates. */
export function requireFutureTime(clock: ServiceClock, scheduled_delivery_timestamp: number): void {
  if (scheduled_delivery_timestamp * 1000 <= clock.now()) {
    throw badRequest('Scheduled delivery time must be in the future.');
  }
  if (scheduled_delivery_timestamp > maxTimestamp) {
    throw badRequest('Scheduled delivery time is too far in the future.');
  }
}
