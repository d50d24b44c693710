import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './users';

/** Where somebody is signed in by our own pages: a session lasts as long as its row. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of its token, base64url: who reads the table cannot use it. */
    id: text('id').primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created: timestamp('created', { withTimezone: true }).notNull(),
  },
  (table) => [index('sessions_user').on(table.user_id)],
);
