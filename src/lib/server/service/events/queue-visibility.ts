import { isGuest } from '$lib/api/roles';
import { and, arrayContains, eq, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { eventQueues, events } from '../db/schema/events';
import type { UserRow } from '../model';

/** Columns that decide about a queue's events. They stay in memory while it is polled. */
export const queueColumns = {
  id: eventQueues.id,
  realm_id: eventQueues.realm_id,
  user_id: eventQueues.user_id,
  event_types: eventQueues.event_types,
  capabilities: eventQueues.capabilities,
  apply_markdown: eventQueues.apply_markdown,
  client_gravatar: eventQueues.client_gravatar,
  slim_presence: eventQueues.slim_presence,
  all_public_streams: eventQueues.all_public_streams,
  narrow: eventQueues.narrow,
  base_id: eventQueues.base_id,
  acknowledged: eventQueues.acknowledged,
  position: eventQueues.position,
};

/** A queue, with its owner's role. */
export type EventQueue = Pick<typeof eventQueues.$inferSelect, keyof typeof queueColumns> & {
  readonly role: UserRow['role'];
};
export type EventLogRow = typeof events.$inferSelect;

/** A row's lists as sets, to check many queues. */
export interface RowAudience {
  readonly audience: ReadonlySet<number> | undefined;
}

export function rowAudienceOf({ audience }: EventLogRow): RowAudience {
  return { audience: audience ? new Set(audience) : undefined };
}

/**
 * Whether the row is one of the queue's events. Heartbeats are never: `PollRegistry` sends them
 * only to polls that are due.
 */
export function isVisibleToQueue(
  queue: EventQueue,
  row: EventLogRow,
  receivers?: RowAudience,
): boolean {
  const hidden = row.hidden;
  if (row.type === 'heartbeat') return false;
  if (queue.event_types && !queue.event_types.includes(row.type)) return false;
  const addressed =
    row.audience === null ||
    (receivers?.audience?.has(queue.user_id) ?? row.audience.includes(queue.user_id));
  if (!addressed && !isPublicFor(queue, hidden)) return false;
  if (!hidden) return true;
  if (hidden.with && !queue.capabilities[hidden.with]) return false;
  if (hidden.without && queue.capabilities[hidden.without]) return false;
  return !(hidden.unless_type && (queue.event_types?.includes(hidden.unless_type) ?? true));
}

function isPublicFor(queue: EventQueue, hidden: EventLogRow['hidden']): boolean {
  if (!hidden?.public_stream || !queue.all_public_streams || isGuest(queue)) return false;
  return !hidden.public_but?.includes(queue.user_id);
}

/**
 * The part of `isVisibleToQueue` that the database can check: selects rows after `after` that may
 * be the queue's.
 */
export function couldBeVisible(queue: EventQueue, after: number): SQL | undefined {
  const addressed = [isNull(events.audience), arrayContains(events.audience, [queue.user_id])];
  if (queue.all_public_streams) addressed.push(sql`${events.hidden} ->> 'public_stream' = 'true'`);
  return and(
    eq(events.realm_id, queue.realm_id),
    gt(events.id, after),
    queue.event_types ? inArray(events.type, queue.event_types) : undefined,
    or(...addressed),
  );
}
