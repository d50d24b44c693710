import { index, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { parentId } from '../columns';
import { messages } from './messages';
import { users } from './users';

export const reactions = pgTable(
  'reactions',
  {
    id: serial('id').primaryKey(),
    message_id: parentId('message_id', () => messages.id),
    user_id: parentId('user_id', () => users.id),
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
