import { index, integer, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';
import { users } from './users';

/** Users muted by other users. */
export const mutedUsers = pgTable(
  'muted_users',
  {
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    muted_user_id: integer('muted_user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    date_muted: timestamp('date_muted', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.muted_user_id] }),
    index('muted_users_muted').on(table.muted_user_id),
  ],
);
