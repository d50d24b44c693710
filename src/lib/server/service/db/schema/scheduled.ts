import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { realms } from './realms';
import { users } from './users';

/**
 * Scheduled messages. A row is pending until it has failed or been sent. A sent one is kept for a
 * while without its text, so that a late edit gets the right error.
 */
export const scheduledMessages = pgTable(
  'scheduled_messages',
  {
    id: serial('id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    /** The sender. */
    user_id: parentId('user_id', () => users.id),
    /** The API's values: `stream`, `private`. */
    type: text('type').$type<'stream' | 'private'>().notNull(),
    /** One channel, or the people other than the sender. For a note to self, only the sender. */
    to: integer('to').array().notNull(),
    /** Empty for direct messages and for the empty topic. */
    topic: text('topic').notNull(),
    content: text('content').notNull(),
    rendered_content: text('rendered_content').notNull(),
    /** In UNIX seconds. */
    scheduled_delivery_timestamp: bigint('scheduled_delivery_timestamp', {
      mode: 'number',
    }).notNull(),
    read_by_sender: boolean('read_by_sender').notNull(),
    /** Name of the client that scheduled it, which the sent message gets too. */
    client: text('client').notNull(),
    failed: boolean('failed').notNull().default(false),
    /** Why it failed, as a code and as a sentence. Null unless it failed. */
    failure_code: text('failure_code'),
    failure_reason: text('failure_reason'),
    failed_at: timeColumn('failed_at'),
    /** The message it was sent as. Not a foreign key, because messages can be deleted. */
    delivered_message_id: integer('delivered_message_id'),
    delivered_at: timeColumn('delivered_at'),
  },
  (table) => [
    index('scheduled_messages_user').on(table.user_id, table.scheduled_delivery_timestamp),
    index('scheduled_messages_due')
      .on(table.scheduled_delivery_timestamp, table.id)
      .where(sql`not failed and delivered_message_id is null`),
    index('scheduled_messages_delivered')
      .on(table.delivered_at)
      .where(sql`delivered_at is not null`),
  ],
);

/** Reminders that the Notification Bot will send. */
export const reminders = pgTable(
  'reminders',
  {
    id: serial('id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    user_id: parentId('user_id', () => users.id),
    /**
     * `reminder_target_message_id` in the API. Not a foreign key, because messages can be deleted.
     */
    message_id: integer('message_id').notNull(),
    note: text('note').notNull(),
    /** Sent instead if the message is gone by then. */
    content: text('content').notNull(),
    rendered_content: text('rendered_content').notNull(),
    /** In UNIX seconds. */
    scheduled_delivery_timestamp: bigint('scheduled_delivery_timestamp', {
      mode: 'number',
    }).notNull(),
    failed: boolean('failed').notNull().default(false),
  },
  (table) => [
    index('reminders_user').on(table.user_id, table.scheduled_delivery_timestamp),
    index('reminders_due')
      .on(table.scheduled_delivery_timestamp, table.id)
      .where(sql`not failed`),
  ],
);
