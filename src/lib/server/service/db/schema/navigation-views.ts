import { boolean, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './users';

export const navigationViews = pgTable(
  'navigation_views',
  {
    id: serial('id').primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fragment: text('fragment').notNull(),
    is_pinned: boolean('is_pinned').notNull(),
    /** Null for built-in views. */
    name: text('name'),
  },
  (table) => [
    uniqueIndex('navigation_views_fragment').on(table.user_id, table.fragment),
    uniqueIndex('navigation_views_name').on(table.user_id, table.name),
  ],
);
