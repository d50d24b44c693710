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
 * A queue whose last poll was handled by this process, with all that its next poll needs, so that
 * the poll needs no database read. New log rows are applied whether a poll waits or not. The
 * database row may be behind; a process that starts from it finds the same events.
 */
export interface TrackedQueue {
  queue: EventQueue;
  /** Event id of the last sent event, which the next poll acknowledges. */
  lastSent: number;
  /** Log id up to which all of the queue's events have been sent. */
  seen: number;
  /** The log may contain events after `seen`, so the next poll has to read it. */
  behind: boolean;
  /**
   * As in the row: event id of the last discarded event, and in `position` the log id up to which
   * nothing is left.
   */
  acknowledged: number;
  position: number;
  /** The row's `position` and `last_poll` (milliseconds since 1970), as this process knows them. */
  stored: { readonly position: number; readonly lastPoll: number };
  /** Whether the row may be gone, so that the database must be checked. */
  unsure: boolean;
  /** When its last poll was answered, in milliseconds since 1970. */
  answeredAt: number;
  /** When its poll gets a heartbeat, in milliseconds since 1970. */
  beatAt: number;
  waiting: WaitingPoll | null;
}

/** Applies these rows to the queue. Returns the events to answer its poll with. */
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

/** Marks everything sent as received. */
export function acknowledgeSent(followed: TrackedQueue): void {
  followed.acknowledged = followed.lastSent;
  followed.position = followed.seen;
}
