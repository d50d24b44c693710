import { and, desc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ServiceContext } from '../context';
import { anyOf } from '../db/ids';
import { queryRows } from '../db/query-rows';
import { eventQueues, events } from '../db/schema/events';
import { realms } from '../db/schema/realms';
import type { DrizzleDatabase, DatabaseTransaction } from '../db/store';
import { badRequest, ServiceFailure } from '../failure';
import { readNextEvents } from './log';
import { isVisibleToQueue, queueColumns, type EventQueue } from './queue-visibility';

/** A waiting poll is answered within this many seconds. */
export const maxPollSeconds = 56;
const defaultLifespan = 600;
/** A user with many devices and bots has about a dozen. */
const maxQueuesPerUser = 100;
const maxLifespanSeconds = 7 * 24 * 3600;
/** Seconds that the log keeps rows no queue needs. Longer than any transaction. */
const logGrace = 300;

type QueueRow = typeof eventQueues.$inferSelect;
export type QueueOptions = Partial<
  Pick<
    QueueRow,
    | 'event_types'
    | 'capabilities'
    | 'apply_markdown'
    | 'client_gravatar'
    | 'slim_presence'
    | 'all_public_streams'
    | 'narrow'
    | 'lifespan'
  >
>;

/**
 * Creates a queue for the caller. It receives what commits after this transaction's snapshot, so
 * state read in the same repeatable-read transaction and the queue's events together miss nothing.
 * `ended` are queues removed to make room, for `polls.end`.
 */
export async function createQueue(
  context: ServiceContext,
  options: QueueOptions,
): Promise<{ readonly queue_id: string; readonly ended: readonly string[] }> {
  const { tx, user, realm, request, clock } = context;
  const now = new Date(clock.now());
  const id = randomUUID();
  const head = sql<number>`coalesce(${headOf(realm.id)}, 0)`;
  const made = tx.insert(eventQueues).values({
    ...options,
    id,
    realm_id: realm.id,
    user_id: user.id,
    session_id: request.session ?? null,
    client: request.client,
    base_id: head,
    position: head,
    created: now,
    last_poll: now,
    lifespan: Math.min(options.lifespan || defaultLifespan, maxLifespanSeconds),
  });
  // Only the allowed number of a user's queues is kept: the new one and the most recently polled.
  const idlest = tx
    .select({ id: eventQueues.id })
    .from(eventQueues)
    .where(eq(eventQueues.user_id, user.id))
    .orderBy(desc(eventQueues.last_poll), desc(eventQueues.created))
    .offset(maxQueuesPerUser - 1);
  // The deletion doesn't see the new queue.
  const ended = await queryRows<{ id: string }>(
    tx,
    sql`with made as ${made} delete from ${eventQueues}
      where ${inArray(eventQueues.id, idlest)} returning ${eventQueues.id}`,
  );
  return { queue_id: id, ended: ended.map(({ id: gone }) => gone) };
}

/** The log's last id. Some drivers return it as text. */
function headOf(realm_id: number) {
  return sql<
    string | null
  >`(select max(${events.id}) from ${events} where ${events.realm_id} = ${realm_id})`;
}

/** The caller's queue, locked until commit, and the log's last id. Throws BAD_EVENT_QUEUE_ID. */
export async function lockQueue(
  { tx, user, realm }: ServiceContext,
  queue_id: string,
): Promise<{ queue: EventQueue; head: number }> {
  checkQueueId(queue_id);
  const [row] = await tx
    .select({ queue: queueColumns, head: headOf(realm.id) })
    .from(eventQueues)
    .where(and(eq(eventQueues.id, queue_id), eq(eventQueues.user_id, user.id)))
    .for('update');
  if (!row) throw badEventQueue(queue_id);
  return { queue: { ...row.queue, role: user.role }, head: Number(row.head ?? 0) };
}

/** Rejects ids that can't be stored, before the database throws on them. */
function checkQueueId(queue_id: string): void {
  if (queue_id.includes('\0')) throw badEventQueue(queue_id);
}

export function badEventQueue(queue_id: string): ServiceFailure {
  return new ServiceFailure('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queue_id}`, 400, {
    queue_id,
  });
}

export function prunedEventFailure(last_event_id: number): ServiceFailure {
  return badRequest(`An event newer than ${last_event_id} has already been pruned!`);
}

/**
 * Acknowledges events up to `last_event_id`. Throws 400 if it is smaller than the last discarded id
 * or, once anything was discarded, isn't the id of one of the queue's events.
 */
export async function acknowledgeEvents(
  { tx, service: { warnings } }: Pick<ServiceContext, 'tx' | 'service'>,
  queue: EventQueue,
  last_event_id: number,
): Promise<Pick<QueueRow, 'acknowledged' | 'position'>> {
  const { acknowledged, position } = queue;
  if (last_event_id === acknowledged) return { acknowledged, position };
  if (last_event_id < acknowledged) {
    throw prunedEventFailure(last_event_id);
  }
  const wanted = queue.base_id + 1 + last_event_id;
  if (Number.isSafeInteger(wanted)) {
    const [row] = await tx.select().from(events).where(eq(events.id, wanted));
    const isOurs = row?.realm_id === queue.realm_id;
    if (isOurs && (row.type === 'heartbeat' || isVisibleToQueue(queue, row))) {
      return { acknowledged: last_event_id, position: Math.max(position, wanted) };
    }
  }
  if (acknowledged === -1) {
    const [first] = (await readNextEvents(tx, queue, position, warnings)).events;
    if (!first || first.id > last_event_id) return { acknowledged, position };
  }
  throw badRequest(`Event ${last_event_id} was not in this queue`);
}

/** Removes the caller's queue. Throws BAD_EVENT_QUEUE_ID. */
export async function removeQueue({ tx, user }: ServiceContext, queue_id: string): Promise<void> {
  checkQueueId(queue_id);
  const removed = await tx
    .delete(eventQueues)
    .where(and(eq(eventQueues.id, queue_id), eq(eventQueues.user_id, user.id)))
    .returning({ id: eventQueues.id });
  if (removed.length === 0) throw badEventQueue(queue_id);
}

/**
 * Removes all queues of these users, whose clients then register again. Returns the ids, for
 * `polls.end`.
 */
export function removeQueuesOf(
  tx: DatabaseTransaction,
  user_ids: readonly number[],
): Promise<string[]> {
  return removeQueuesWhere(tx, anyOf(eventQueues.user_id, user_ids));
}

/**
 * Same for users whose visibility changes by more than events can describe. It waits for running
 * registrations and blocks new ones until commit, because they would read state from before the
 * change (`reloadCaller`). So it must be the transaction's last step.
 */
export async function endQueuesOf(
  tx: DatabaseTransaction,
  user_ids: readonly number[],
): Promise<string[]> {
  await tx.execute(sql`lock table ${eventQueues} in share row exclusive mode`);
  return removeQueuesOf(tx, user_ids);
}

/** Removes queues. Returns their ids, for `polls.end`, which ends polls waiting on them. */
export async function removeQueuesWhere(
  executor: Pick<DatabaseTransaction, 'delete'>,
  which: SQL | undefined,
): Promise<string[]> {
  const removed = await executor.delete(eventQueues).where(which).returning({ id: eventQueues.id });
  return removed.map(({ id }) => id);
}

/**
 * Removes queues not polled within their lifespan, and log rows that no queue needs. Returns the
 * queue ids, for `polls.end`.
 */
export async function sweepQueues(db: DrizzleDatabase, now: number): Promise<string[]> {
  const at = new Date(now);
  const ended = await removeQueuesWhere(
    db,
    sql`${eventQueues.last_poll} + make_interval(secs => ${eventQueues.lifespan}) < ${at.toISOString()}::timestamptz`,
  );
  for (const { id } of await db.select({ id: realms.id }).from(realms)) {
    // Keep the newest row: a new queue starts after it.
    await db
      .delete(events)
      .where(
        and(
          eq(events.realm_id, id),
          lt(events.created, new Date(now - logGrace * 1000)),
          sql`${events.id} < (select max(id) from ${events} where realm_id = ${id})`,
          sql`${events.id} <= coalesce((select min(position) from ${eventQueues} where realm_id = ${id}), 9007199254740991)`,
        ),
      );
  }
  return ended;
}
