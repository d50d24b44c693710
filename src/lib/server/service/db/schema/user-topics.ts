import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { streams } from './streams';
import { users } from './users';

/** Users' visibility policies for topics. Without a row, the channel's settings apply. */
export const userTopics = pgTable(
  'user_topics',
  {
    id: serial('id').primaryKey(),
    user_id: parentId('user_id', () => users.id),
    stream_id: parentId('stream_id', () => streams.id),
    topic: text('topic').notNull(),
    /** 1 muted, 2 unmuted, 3 followed */
    visibility_policy: integer('visibility_policy').notNull(),
    last_updated: timeColumn('last_updated').notNull(),
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
