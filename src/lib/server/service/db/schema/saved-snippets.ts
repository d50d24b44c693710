import { index, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { users } from './users';

export const savedSnippets = pgTable(
  'saved_snippets',
  {
    id: serial('id').primaryKey(),
    user_id: parentId('user_id', () => users.id),
    title: text('title').notNull(),
    content: text('content').notNull(),
    date_created: timeColumn('date_created').notNull(),
  },
  (table) => [index('saved_snippets_user').on(table.user_id, table.id)],
);
