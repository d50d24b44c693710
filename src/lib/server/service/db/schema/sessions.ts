import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { users } from './users';

/** Users' sessions in Inkwell's own pages. A session lasts as long as its row. */
export const sessions = pgTable(
  'sessions',
  {
    /**
     * SHA-256 of its token, in base64url, so that reading the table isn't enough to use a session.
     */
    id: text('id').primaryKey(),
    user_id: parentId('user_id', () => users.id),
    created: timeColumn('created').notNull(),
  },
  (table) => [index('sessions_user').on(table.user_id)],
);
