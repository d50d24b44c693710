import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { parentId, relatedId, timeColumn } from '../columns';
import { realms } from './realms';
import { streams } from './streams';
import { users } from './users';

/**
 * Where a message can go: a channel or a set of people. `recipient_id` in the API is this id. Both
 * users of a one-to-one conversation share it (since level 327).
 */
export const recipients = pgTable(
  'recipients',
  {
    id: serial('id').primaryKey(),
    realm_id: relatedId('realm_id', () => realms.id),
    stream_id: integer('stream_id').references(() => streams.id, { onDelete: 'cascade' }),
    /** All participants, ascending, including the sender. Null for channels. */
    user_ids: integer('user_ids').array(),
  },
  (table) => [
    uniqueIndex('recipients_stream').on(table.stream_id),
    uniqueIndex('recipients_users').on(table.realm_id, table.user_ids),
    index('recipients_members').using('gin', table.user_ids),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: serial('id').primaryKey(),
    realm_id: relatedId('realm_id', () => realms.id),
    sender_id: relatedId('sender_id', () => users.id),
    recipient_id: relatedId('recipient_id', () => recipients.id),
    /** Null for direct messages. */
    stream_id: integer('stream_id').references(() => streams.id),
    /** `subject` in the API. Empty for direct messages and for the empty topic. */
    topic: text('topic').notNull().default(''),
    content: text('content').notNull(),
    rendered_content: text('rendered_content').notNull(),
    date_sent: timeColumn('date_sent').notNull(),
    last_edit_time: timeColumn('last_edit_time'),
    last_moved_time: timeColumn('last_moved_time'),
    edit_history: jsonb('edit_history').$type<Record<string, unknown>[]>(),
    /** At most 30 characters. */
    client: text('client').notNull(),
  },
  (table) => [
    index('messages_recipient').on(table.recipient_id, table.id),
    index('messages_topic').on(table.stream_id, sql`fold_case(${table.topic})`, table.id),
    index('messages_sender').on(table.sender_id, table.id),
    // The conversation of unread messages is read from here, because reading 20,000 whole messages
    // takes five times as long.
    index('messages_realm').on(table.realm_id, table.id, table.recipient_id, table.topic),
    index('messages_sent').on(table.stream_id, table.date_sent),
    // Must match the conditions in `narrow/operands.ts` and `narrow/search.ts` word for word.
    // `recipient_id` is there so that other conversations are skipped without reading messages.
    index('messages_direct')
      .on(table.id, table.recipient_id)
      .where(sql`stream_id is null`),
    index('messages_resolved')
      .on(table.id, table.recipient_id)
      .where(sql`topic like '✔ %'`),
    index('messages_link')
      .on(table.id, table.recipient_id)
      .where(sql`rendered_content like '%<a href="%'`),
    index('messages_image')
      .on(table.id, table.recipient_id)
      .where(sql`rendered_content like '%message_inline_image%'`),
    index('messages_attachment')
      .on(table.id, table.recipient_id)
      .where(sql`rendered_content like '%href="/user_uploads/%'`),
    index('messages_letter_pairs').using('gin', sql`letter_pairs(topic || ' ' || content)`),
    index('messages_search').using(
      'gin',
      sql`to_tsvector('english', fold_case(topic || ' ' || rendered_content))`,
    ),
  ],
);

export type StoredMessage = typeof messages.$inferSelect;

/** One row per receiver. `flags` has the API's names (read, starred, mentioned, …). */
export const userMessages = pgTable(
  'user_messages',
  {
    user_id: parentId('user_id', () => users.id),
    message_id: parentId('message_id', () => messages.id),
    flags: text('flags').array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.message_id] }),
    index('user_messages_message').on(table.message_id),
    index('user_messages_unread')
      .on(table.user_id, table.message_id)
      .where(sql`not ('read' = any(flags))`),
    index('user_messages_starred')
      .on(table.user_id, table.message_id)
      .where(sql`'starred' = any(flags)`),
    index('user_messages_alerted')
      .on(table.user_id, table.message_id)
      .where(sql`'has_alert_word' = any(flags)`),
    index('user_messages_mentioned')
      .on(table.user_id, table.message_id)
      .where(
        sql`flags && array['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned']`,
      ),
  ],
);
