import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { parentId } from '../columns';
import { realms } from './realms';
import { users } from './users';

/** Profile pictures that users have uploaded. `users.avatar_url` refers to them. */
export const avatars = pgTable('avatars', {
  user_id: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  realm_id: parentId('realm_id', () => realms.id),
  /** Part of the picture's URL. A new picture gets a new key. */
  key: text('key').notNull().unique(),
  path_id: text('path_id').notNull(),
  size: integer('size').notNull(),
  content_type: text('content_type').notNull(),
});
