import { index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { realms } from './realms';
import { users } from './users';

/** Words whose mention somebody wants to hear of. */
export const alertWords = pgTable(
  'alert_words',
  {
    id: serial('id').primaryKey(),
    realm_id: integer('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    word: text('word').notNull(),
    /** The first run of letters and digits in it, folded: by it a text finds its words. */
    first_run: text('first_run').notNull(),
  },
  (table) => [
    uniqueIndex('alert_words_once').on(table.user_id, table.word),
    index('alert_words_first_run').on(table.realm_id, table.first_run),
  ],
);
