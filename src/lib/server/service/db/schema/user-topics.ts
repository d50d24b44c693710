import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { streams } from './streams';
import { users } from './users';

/** Users' visibility policies for topics. Without a row, the channel's settings apply. */
export const userTopics = pgTable(
  'user_topics',
  {
    id: serial('id').primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    stream_id: integer('stream_id')
      .notNull()
      .references(() => streams.id, { onDelete: 'cascade' }),
    topic: text('topic').notNull(),
    /** 1 muted, 2 unmuted, 3 followed */
    visibility_policy: integer('visibility_policy').notNull(),
    last_updated: timestamp('last_updated', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('user_topics_once').on(
      table.user_id,
      table.stream_id,
      sql`fold_case(${table.topic})`,
    ),
    index('user_topics_topic').on(table.stream_id, sql`fold_case(${table.topic})`),
  ],
);
