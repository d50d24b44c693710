import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { users } from './users';

export const mutedUsers = pgTable(
  'muted_users',
  {
    user_id: parentId('user_id', () => users.id),
    muted_user_id: parentId('muted_user_id', () => users.id),
    date_muted: timeColumn('date_muted').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.muted_user_id] }),
    index('muted_users_muted').on(table.muted_user_id),
  ],
);
