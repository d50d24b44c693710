import { index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { messages } from './messages';
import { users } from './users';

export const reactions = pgTable(
  'reactions',
  {
    id: serial('id').primaryKey(),
    message_id: integer('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    emoji_name: text('emoji_name').notNull(),
    /** For `unicode_emoji`: code points in hexadecimal, joined by hyphens. */
    emoji_code: text('emoji_code').notNull(),
    /** unicode_emoji, realm_emoji, zulip_extra_emoji */
    reaction_type: text('reaction_type').notNull(),
  },
  (table) => [
    uniqueIndex('reactions_once').on(
      table.message_id,
      table.user_id,
      table.reaction_type,
      table.emoji_code,
    ),
    index('reactions_user').on(table.user_id),
  ],
);
