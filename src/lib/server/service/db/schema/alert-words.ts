import { index, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { parentId } from '../columns';
import { realms } from './realms';
import { users } from './users';

/** Words that notify a user when a message contains them. */
export const alertWords = pgTable(
  'alert_words',
  {
    id: serial('id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    user_id: parentId('user_id', () => users.id),
    word: text('word').notNull(),
    /**
     * The word's first run of letters and digits, case-folded. Used to find the words that a text
     * may contain.
     */
    first_run: text('first_run').notNull(),
  },
  (table) => [
    uniqueIndex('alert_words_once').on(table.user_id, table.word),
    index('alert_words_first_run').on(table.realm_id, table.first_run),
  ],
);
