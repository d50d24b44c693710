import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { ServiceClock } from '../clock';
import { events } from '../db/schema/events';
import type { DrizzleDatabase, DatabaseTransaction, DatabaseStore } from '../db/store';
import type { OutgoingEvent } from '../model';
import type { WarningLog } from '../warning-log';
import { presentEvents, type WireEvent } from './present';
import {
  isVisibleToQueue,
  couldBeVisible,
  type EventLogRow,
  type EventQueue,
} from './queue-visibility';

/** Rows per read. A queue that is further behind gets the rest with its next polls. */
const batch = 1000;
/** JSON length of the rows in one statement. */
const statementLength = 500_000;

/**
 * Appends to the realm's log, as the last step of a transaction (`DatabaseStore.append`). Holds the
 * advisory lock until commit, so that ids become visible in order and no reader's cursor skips one.
 * The lock covers only this statement and the commit, which is sent along with it and doesn't wait
 * for the disk.
 */
export function appendEvents(
  store: DatabaseStore,
  tx: DatabaseTransaction,
  realm_id: number,
  emissions: readonly OutgoingEvent[],
  clock: ServiceClock,
): void {
  if (emissions.length === 0) return;
  const created = new Date(clock.now());
  const rows = emissions.map(({ payload, audience, perUser, hidden }) => ({
    type: payload.type,
    audience: audience === 'realm' ? undefined : [...audience],
    payload,
    per_user: perUser,
    hidden,
  }));
  const statements = portions(rows).map((some) => insertion(store, realm_id, created, some));
  store.append(tx, { realm_id, due: earliestDue(emissions), statements });
}

/**
 * Splits the rows into JSON arrays that the embedded database each handles in a few milliseconds.
 */
function portions(rows: readonly object[]): string[] {
  const lists: string[] = [];
  let some: string[] = [];
  let length = 0;
  const end = () => lists.push(`[${some.join()}]`);
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (some.length === batch || (some.length > 0 && length + text.length > statementLength)) {
      end();
      [some, length] = [[], 0];
    }
    some.push(text);
    length += text.length;
  }
  end();
  return lists;
}

function insertion({ kind }: DatabaseStore, realm_id: number, created: Date, rows: string): SQL {
  const listed = sql`json_to_recordset(${rows}::text::json)
    as row(type text, audience integer[], payload jsonb, per_user jsonb, hidden jsonb)`;
  const insert = (from: SQL) => sql`
    insert into ${events} (realm_id, type, audience, payload, per_user, hidden, created)
    select
      ${realm_id}::integer, type, audience, payload, per_user, hidden,
      ${created.toISOString()}::timestamptz
    from ${from}`;
  if (kind === 'pglite') return insert(listed);
  // Takes the lock and inserts in one statement. The join makes the ids be drawn after the lock is
  // held.
  return sql`
    with held as materialized (
      select
        pg_advisory_xact_lock(${lockSpace}, ${realm_id}),
        set_config('synchronous_commit', 'off', true)
    )
    ${insert(sql`held, ${listed}`)}`;
}

/** When delivery first has work to do for these events, in UNIX seconds. */
export function earliestDue(emissions: readonly OutgoingEvent[]): number | undefined {
  const times = emissions.flatMap(({ due }) => due ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** First key of the two-part advisory locks; the second is the realm. */
const lockSpace = 7_465;

/** The realm's next rows after `after`, in order, at most one batch. */
export function readEventLog(
  db: DrizzleDatabase,
  realm_id: number,
  after: number,
): Promise<EventLogRow[]> {
  return db
    .select()
    .from(events)
    .where(and(eq(events.realm_id, realm_id), gt(events.id, after)))
    .orderBy(asc(events.id))
    .limit(batch);
}

/**
 * The queue's next events after `after`, from at most one batch of rows. Up to log id `seen` there
 * is nothing more for the queue.
 */
export async function readNextEvents(
  executor: DrizzleDatabase | DatabaseTransaction,
  queue: EventQueue,
  after: number,
  warnings: WarningLog,
): Promise<{ events: WireEvent[]; seen: number }> {
  for (let seen = after; ;) {
    const rows = await executor
      .select()
      .from(events)
      .where(couldBeVisible(queue, seen))
      .orderBy(asc(events.id))
      .limit(batch);
    seen = rows.at(-1)?.id ?? seen;
    const presented = presentEvents(
      queue,
      rows.filter((row) => isVisibleToQueue(queue, row)),
      warnings,
    );
    if (presented.length > 0 || rows.length < batch) return { events: presented, seen };
  }
}
