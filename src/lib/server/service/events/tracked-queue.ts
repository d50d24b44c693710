import type { WarningLog } from '../warning-log';
import { presentEvents, type WireEvent } from './present';
import type { WaitingPoll } from './waiting-poll';
import {
  isVisibleToQueue,
  type EventLogRow,
  type EventQueue,
  type RowAudience,
} from './queue-visibility';

/**
 * A queue that was polled here last: all that its next poll needs, so that it asks no database. It is
 * looked through with the log whether a poll waits or not; the database may be behind it, and
 * whoever starts from there finds the same events.
 */
export interface TrackedQueue {
  queue: EventQueue;
  /** Own id of the last event that was told: what the next poll acknowledges. */
  lastSent: number;
  /** Log id up to which nothing is left but what was told. */
  seen: number;
  /** There may be more beyond `seen`: the next poll reads the log. */
  behind: boolean;
  /** As in the row: own id of the last discarded event, and the log id up to which nothing is left. */
  acknowledged: number;
  position: number;
  /** The row's `position` and `last_poll` (milliseconds since 1970), as this process knows them. */
  stored: { readonly position: number; readonly lastPoll: number };
  /** Whether the row is still there has to be asked. */
  unsure: boolean;
  /** Milliseconds since 1970 when its last poll was answered. */
  answeredAt: number;
  /** Milliseconds since 1970 at which its poll gets a heartbeat. */
  beatAt: number;
  /** Null while no poll waits. */
  waiting: WaitingPoll | null;
}

/** Brings the queue beyond these rows; returns what its poll is to be answered with. */
export function advanceQueue(
  followed: TrackedQueue,
  rows: readonly EventLogRow[],
  receivers: readonly RowAudience[],
  warnings: WarningLog,
): WireEvent[] {
  if (followed.behind) return [];
  const { queue } = followed;
  const mine = rows.filter(
    (row, i) => row.id > followed.seen && isVisibleToQueue(queue, row, receivers[i]),
  );
  const events = mine.length > 0 ? presentEvents(queue, mine, warnings) : [];
  if (events.length > 0 && !followed.waiting) {
    followed.behind = true;
    return [];
  }
  followed.seen = Math.max(followed.seen, rows.at(-1)?.id ?? 0);
  return events;
}

/** What was told has arrived. */
export function acknowledgeSent(followed: TrackedQueue): void {
  followed.acknowledged = followed.lastSent;
  followed.position = followed.seen;
}
