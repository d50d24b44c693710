import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { users } from './users';

export const drafts = pgTable(
  'drafts',
  {
    id: serial('id').primaryKey(),
    user_id: parentId('user_id', () => users.id),
    /** The API's values: empty, `stream`, `private`. */
    type: text('type').notNull(),
    to: integer('to').array().notNull(),
    topic: text('topic').notNull(),
    content: text('content').notNull(),
    last_edit_time: timeColumn('last_edit_time').notNull(),
  },
  (table) => [index('drafts_user_time').on(table.user_id, table.last_edit_time)],
);
