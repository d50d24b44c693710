import { and, eq, not, sql } from 'drizzle-orm';
import { users } from '../db/schema/users';
import type { DrizzleDatabase } from '../db/store';
import type { TrackedQueue } from './tracked-queue';
import { eventQueues } from '../db/schema/events';
import { queryRows } from '../db/query-rows';

/** Changes to a queue since its row was stored. Times are milliseconds since 1970. */
interface QueueProgress {
  readonly id: string;
  readonly acknowledged: number;
  readonly position: number;
  /**
   * The row's `last_poll` as this process knows it. If the row has a later one, another process
   * stored it.
   */
  readonly known: number;
  readonly last_poll: number;
}

/** Rows per statement, which takes the embedded database a few milliseconds. */
const batch = 500;

/** Stores the progress of many queues. Returns the ids of queues that no longer exist. */
async function storeQueueProgress(
  db: DrizzleDatabase,
  touched: readonly QueueProgress[],
): Promise<string[]> {
  const gone: string[] = [];
  for (let start = 0; start < touched.length; start += batch) {
    const some = touched.slice(start, start + batch);
    const written = await queryRows<{ id: string }>(db, update(some));
    const there = new Set(written.map(({ id }) => id));
    gone.push(...some.flatMap(({ id }) => (there.has(id) ? [] : id)));
  }
  return gone;
}

function update(some: readonly QueueProgress[]) {
  const rows = some.map((row) => ({
    ...row,
    known: new Date(row.known).toISOString(),
    last_poll: new Date(row.last_poll).toISOString(),
  }));
  return sql`
    update ${eventQueues} as queue set
      acknowledged = greatest(queue.acknowledged, row.acknowledged),
      position = greatest(queue.position, row.position),
      last_poll = case when queue.last_poll <= row.known then row.last_poll else queue.last_poll end
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as row(
      id text, acknowledged bigint, position bigint, known timestamptz, last_poll timestamptz
    )
    where queue.id = row.id
    returning queue.id`;
}

/** How far into the future, in milliseconds, a waiting poll's queue is stored as polled. */
const keptAhead = 360_000;
/** Milliseconds before that time at which it is stored again. */
const keptMargin = 5_000;
/**
 * Milliseconds after an answer without a new poll until the client counts as gone. Clients normally
 * poll again much sooner.
 */
const maxAbsenceMilliseconds = 60_000;

/**
 * Stores `last_poll` for queues whose client is connected, some minutes ahead, and the actual time
 * for clients that have left, whose queues are no longer tracked. After a killed process, its
 * queues therefore live those minutes longer. Returns the ids of queues whose rows are gone.
 */
export async function persistQueuePolls(
  db: DrizzleDatabase,
  queues: Map<string, TrackedQueue>,
  now: number,
): Promise<string[]> {
  const written: [TrackedQueue, QueueProgress][] = [];
  for (const [id, followed] of queues) {
    const { waiting, answeredAt: left, acknowledged, stored } = followed;
    // While a poll waits, all sent events are acknowledged.
    const position = waiting ? followed.seen : followed.position;
    const isAbsent = !waiting && left < now - maxAbsenceMilliseconds;
    if (isAbsent) queues.delete(id);
    const isDue = !isAbsent && (followed.unsure || stored.lastPoll < now + keptMargin);
    const isBehind = isAbsent && (stored.position !== position || stored.lastPoll !== left);
    if (!isDue && !isBehind) continue;
    const last_poll = isDue ? now + keptAhead : left;
    written.push([followed, { id, acknowledged, position, known: stored.lastPoll, last_poll }]);
  }
  if (written.length === 0) return [];
  const gone = await storeQueueProgress(
    db,
    written.map(([, touched]) => touched),
  );
  for (const [followed, { position, last_poll }] of written) {
    followed.stored = { position, lastPoll: last_poll };
    followed.unsure = false;
  }
  return gone;
}

/** Ids of queues whose accounts were deactivated. */
export async function queuesOfDeactivated(
  db: DrizzleDatabase,
  realm_id: number,
  queues: ReadonlyMap<string, TrackedQueue>,
): Promise<string[]> {
  const gone = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.realm_id, realm_id), not(users.is_active)));
  const ids = new Set(gone.map(({ id }) => id));
  return [...queues.values()].flatMap(({ queue }) => (ids.has(queue.user_id) ? queue.id : []));
}
