import type { capabilitiesSchema } from '$lib/api/register';
import type { InferOutput } from 'valibot';
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { realms } from './realms';
import { sessions } from './sessions';
import { users } from './users';

/** Capabilities that a client can declare. */
export type ClientCapability = keyof InferOutput<typeof capabilitiesSchema>;

/** Per-queue conditions on an event. Read in `events/queue-visibility.ts`. */
export interface QueueConditions {
  /** Only for queues that declared this capability. */
  readonly with?: ClientCapability;
  /** Only for queues that didn't declare it: the older form of another event. */
  readonly without?: ClientCapability;
  /** Not for queues that also subscribe to this event type, which replaced it. */
  readonly unless_type?: string;
  /** Also for queues with `all_public_streams`, except those of guests. */
  readonly public_stream?: boolean;
  /** Users to whom `public_stream` doesn't apply. */
  readonly public_but?: readonly number[];
  /** Data for the presenter of this event type. */
  readonly [fact: string]: unknown;
}

/**
 * The log: one row per event of a realm. Rows are appended as the last step of a transaction that
 * holds the realm's advisory lock, so ids become visible in order and a reader's cursor never skips
 * one. A queue's own event id is `id - queue.base_id - 1`.
 */
export const events = pgTable(
  'events',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    /** Event type in the API, for the queue's filter. */
    type: text('type').notNull(),
    /** Who receives it; null means everyone in the realm. */
    audience: integer('audience').array(),
    /** The event as in the API, without `id`. */
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    /** Fields that differ by receiver, by user id. Merged over the payload (message flags). */
    per_user: jsonb('per_user').$type<Record<string, Record<string, unknown>>>(),
    /**
     * Data for presenters that is never sent as it is (for example local ids that belong to one
     * queue).
     */
    hidden: jsonb('hidden').$type<QueueConditions>(),
    created: timeColumn('created').notNull(),
  },
  (table) => [
    index('events_realm').on(table.realm_id, table.id),
    index('events_created').on(table.created),
  ],
);

export const eventQueues = pgTable(
  'event_queues',
  {
    /** A UUID. */
    id: text('id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    user_id: parentId('user_id', () => users.id),
    /** The session that created the queue, which ends with it. Null if created with an API key. */
    session_id: text('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** Null means all types. */
    event_types: text('event_types').array(),
    client: text('client').notNull(),
    capabilities: jsonb('capabilities').$type<Record<string, boolean>>().notNull().default({}),
    apply_markdown: boolean('apply_markdown').notNull().default(false),
    client_gravatar: boolean('client_gravatar').notNull().default(true),
    slim_presence: boolean('slim_presence').notNull().default(false),
    all_public_streams: boolean('all_public_streams').notNull().default(false),
    narrow: jsonb('narrow').$type<[string, string][]>().notNull().default([]),
    /** Log id at registration. The queue contains what comes after it. */
    base_id: bigint('base_id', { mode: 'number' }).notNull(),
    /** Event id of the last discarded event, or -1. */
    acknowledged: bigint('acknowledged', { mode: 'number' }).notNull().default(-1),
    /** Log id up to which nothing is left for this queue: acknowledged, or not for it. */
    position: bigint('position', { mode: 'number' }).notNull(),
    created: timeColumn('created').notNull(),
    /**
     * When a poll was last connected. While a poll waits, it is set ahead to the end of the wait.
     */
    last_poll: timeColumn('last_poll').notNull(),
    /** Seconds without a poll after which the queue is deleted. */
    lifespan: integer('lifespan').notNull().default(600),
  },
  // No index on columns that polls update: such updates stay within their page and need no vacuum.
  (table) => [
    index('event_queues_user').on(table.user_id),
    index('event_queues_session').on(table.session_id),
  ],
);
