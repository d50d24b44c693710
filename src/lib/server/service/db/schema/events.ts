import type { capabilitiesSchema } from '$lib/api/register';
import type { InferOutput } from 'valibot';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { realms } from './realms';
import { sessions } from './sessions';
import { users } from './users';

/** What a client can say it understands. */
export type ClientCapability = keyof InferOutput<typeof capabilitiesSchema>;

/** What decides about an event queue by queue; `events/visible.ts` reads the conditions. */
export interface QueueConditions {
  /** Only queues that declared this capability. */
  readonly with?: ClientCapability;
  /** Only queues that did not: the older form of another event. */
  readonly without?: ClientCapability;
  /** Not for queues that also take this event type: what it replaced. */
  readonly unless_type?: string;
  /** Also for queues with `all_public_streams`, except those of guests. */
  readonly public_stream?: boolean;
  /** The people to whom `public_stream` brings nothing. */
  readonly public_but?: readonly number[];
  /** Facts for the presenter of this event type. */
  readonly [fact: string]: unknown;
}

/**
 * The log: one row per event of a realm, whoever may see it. Rows are appended as the last step of
 * a transaction while it holds the realm's advisory lock, so ids become visible in order and a
 * reader's cursor never skips one. A queue's own event id is `id - queue.base_id - 1`.
 */
export const events = pgTable(
  'events',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    realm_id: integer('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    /** Wire event type, for the queue's filter. */
    type: text('type').notNull(),
    /** Who receives it; null means everyone in the realm. */
    audience: integer('audience').array(),
    /** The event as on the wire, without `id`. */
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    /** What differs by receiver, by user id: merged over the payload (message flags). */
    per_user: jsonb('per_user').$type<Record<string, Record<string, unknown>>>(),
    /** Facts for presentation that never go out as they are (queue-bound local ids and the like). */
    hidden: jsonb('hidden').$type<QueueConditions>(),
    created: timestamp('created', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('events_realm').on(table.realm_id, table.id),
    index('events_created').on(table.created),
  ],
);

export const eventQueues = pgTable(
  'event_queues',
  {
    /** UUID form. */
    id: text('id').primaryKey(),
    realm_id: integer('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session that made it, with which it ends; null where a key did. */
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
    /** Log id at registration; the queue holds what comes after it. */
    base_id: bigint('base_id', { mode: 'number' }).notNull(),
    /** Own id of the last discarded event; -1 while nothing was discarded. */
    acknowledged: bigint('acknowledged', { mode: 'number' }).notNull().default(-1),
    /** Log id up to which nothing is left for this queue: acknowledged, or never meant for it. */
    position: bigint('position', { mode: 'number' }).notNull(),
    created: timestamp('created', { withTimezone: true }).notNull(),
    /** Until when a poll was connected. One that waits has it set ahead, to the end of its wait. */
    last_poll: timestamp('last_poll', { withTimezone: true }).notNull(),
    /** Seconds without a poll after which the queue is gone. */
    lifespan: integer('lifespan').notNull().default(600),
  },
  // None on what a poll writes: such updates stay within their page and need no vacuum.
  (table) => [
    index('event_queues_user').on(table.user_id),
    index('event_queues_session').on(table.session_id),
  ],
);
