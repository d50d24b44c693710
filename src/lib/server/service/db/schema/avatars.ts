import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { realms } from './realms';
import { users } from './users';

/** Pictures that people have chosen for themselves; `users.avatar_url` names them. */
export const avatars = pgTable('avatars', {
  user_id: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  realm_id: integer('realm_id')
    .notNull()
    .references(() => realms.id, { onDelete: 'cascade' }),
  /** Part of its address; another picture gets another. */
  key: text('key').notNull().unique(),
  /** Where it lies in the storage. */
  path_id: text('path_id').notNull(),
  size: integer('size').notNull(),
  content_type: text('content_type').notNull(),
});
