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

/** Rows read at once; a queue that is further behind gets the rest with its next polls. */
const batch = 1000;
/** Of the rows of one statement, as JSON. */
const statementLength = 500_000;

/**
 * Appends to the realm's log, as the last step of a transaction (`Store.append`). The advisory lock is
 * held until commit, so that ids become visible in order and no reader's cursor skips one. It covers no
 * more than this statement and the commit, which goes out with it and does not wait for the disk.
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

/** As JSON lists; the embedded database takes each in no more than some milliseconds. */
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
  // One statement for lock and rows: ids are drawn for what the join gives, so behind the lock.
  return sql`
    with held as materialized (
      select
        pg_advisory_xact_lock(${lockSpace}, ${realm_id}),
        set_config('synchronous_commit', 'off', true)
    )
    ${insert(sql`held, ${listed}`)}`;
}

/** When delivery first has something to do for these (UNIX seconds). */
export function earliestDue(emissions: readonly OutgoingEvent[]): number | undefined {
  const times = emissions.flatMap(({ due }) => due ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** First key of the two-part advisory locks; the second is the realm. */
const lockSpace = 7_465;

/** All rows of the realm beyond `after`, in order, at most a batch. */
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
 * The queue's next events beyond `after`, from at most one batch of rows.
 * `seen` is the log id up to which nothing more is to be found for the queue.
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
