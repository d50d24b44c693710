import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import { queryRows } from '../db/query-rows';
import { reminders, scheduledMessages } from '../db/schema/scheduled';
import type { DrizzleDatabase, DatabaseTransaction, DatabaseStore } from '../db/store';
import type { StoredReminder } from '../reminders/wire';
import type { ScheduledMessageRow } from '../scheduled/wire';

export type DueRow =
  | { readonly kind: 'message'; readonly row: ScheduledMessageRow }
  | { readonly kind: 'reminder'; readonly row: StoredReminder };

/** Keys of the advisory lock that lets batches take turns. */
const turn = [7_466, 0] as const;

/**
 * Waits until no other process is delivering, because order by time needs one at a time. The
 * database ends a process that hangs in a transaction, so that others don't wait forever.
 */
export async function waitForDeliveryTurn(
  tx: DatabaseTransaction,
  { kind }: Pick<DatabaseStore, 'kind'>,
): Promise<void> {
  if (kind !== 'postgres') return;
  await tx.execute(
    sql`select set_config('idle_in_transaction_session_timeout', '15s', true), set_config('lock_timeout', '20s', true)`,
  );
  await tx.execute(sql`select pg_advisory_xact_lock(${turn[0]}, ${turn[1]})`);
}

/** Due rows, by time and then id, locked until commit. Skips rows that a request is changing. */
export async function claimDueMessages(
  tx: DatabaseTransaction,
  now: number,
  most: number,
): Promise<DueRow[]> {
  const seconds = Math.floor(now / 1000);
  const messages = await tx
    .select()
    .from(scheduledMessages)
    .where(
      and(
        lte(scheduledMessages.scheduled_delivery_timestamp, seconds),
        eq(scheduledMessages.failed, false),
        isNull(scheduledMessages.delivered_message_id),
      ),
    )
    .orderBy(asc(scheduledMessages.scheduled_delivery_timestamp), asc(scheduledMessages.id))
    .limit(most)
    .for('update', { skipLocked: true });
  const reminding = await tx
    .select()
    .from(reminders)
    .where(and(lte(reminders.scheduled_delivery_timestamp, seconds), eq(reminders.failed, false)))
    .orderBy(asc(reminders.scheduled_delivery_timestamp), asc(reminders.id))
    .limit(most)
    .for('update', { skipLocked: true });
  const due: DueRow[] = [
    ...messages.map((row) => ({ kind: 'message', row }) as const),
    ...reminding.map((row) => ({ kind: 'reminder', row }) as const),
  ];
  return due.sort((a, b) => dueTime(a) - dueTime(b)).slice(0, most);
}

function dueTime({ row }: DueRow): number {
  return row.scheduled_delivery_timestamp;
}

/** When the next row is due, in UNIX seconds. Null if none is pending. */
export async function findNextDueTime(db: DrizzleDatabase): Promise<number | null> {
  const [row] = await queryRows<{ due: string | number | null }>(
    db,
    sql`select least(
      (select min(scheduled_delivery_timestamp) from scheduled_messages
        where not failed and delivered_message_id is null),
      (select min(scheduled_delivery_timestamp) from reminders where not failed)) as due`,
  );
  return row?.due ? Number(row.due) : null;
}

/** Milliseconds (a week) in which a late edit gets the error that the message was already sent. */
const remembered = 7 * 24 * 3600 * 1000;

/** Deletes the rows of messages that were sent long ago. The messages stay. */
export async function removeDeliveredRows(db: DrizzleDatabase, now: number): Promise<void> {
  await db
    .delete(scheduledMessages)
    .where(lt(scheduledMessages.delivered_at, new Date(now - remembered)));
}
