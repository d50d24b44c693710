import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { parentId } from '../columns';
import { users } from './users';

/** Texts that bots store between runs, by key. */
export const botStorage = pgTable(
  'bot_storage',
  {
    bot_id: parentId('bot_id', () => users.id),
    key: text('key').notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bot_id, table.key] })],
);
