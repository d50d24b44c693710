import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './users';

export const savedSnippets = pgTable(
  'saved_snippets',
  {
    id: serial('id').primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    content: text('content').notNull(),
    date_created: timestamp('date_created', { withTimezone: true }).notNull(),
  },
  (table) => [index('saved_snippets_user').on(table.user_id, table.id)],
);
