import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './users';

export const drafts = pgTable(
  'drafts',
  {
    id: serial('id').primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The API's values: empty, `stream`, `private`. */
    type: text('type').notNull(),
    to: integer('to').array().notNull(),
    topic: text('topic').notNull(),
    content: text('content').notNull(),
    last_edit_time: timestamp('last_edit_time', { withTimezone: true }).notNull(),
  },
  (table) => [index('drafts_user_time').on(table.user_id, table.last_edit_time)],
);
