import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './users';

/** Users' statuses. A part that isn't set is empty. */
export const userStatuses = pgTable('user_statuses', {
  user_id: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  status_text: text('status_text').notNull().default(''),
  emoji_name: text('emoji_name').notNull().default(''),
  emoji_code: text('emoji_code').notNull().default(''),
  reaction_type: text('reaction_type').notNull().default(''),
});
