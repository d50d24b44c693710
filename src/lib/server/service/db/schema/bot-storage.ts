import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './users';

/** Texts that bots store between runs, by key. */
export const botStorage = pgTable(
  'bot_storage',
  {
    bot_id: integer('bot_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bot_id, table.key] })],
);
