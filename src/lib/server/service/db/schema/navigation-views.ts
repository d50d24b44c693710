import { boolean, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { parentId } from '../columns';
import { users } from './users';

export const navigationViews = pgTable(
  'navigation_views',
  {
    id: serial('id').primaryKey(),
    user_id: parentId('user_id', () => users.id),
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
