import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { parentId } from '../columns';
import { realms } from './realms';

export const linkifiers = pgTable(
  'linkifiers',
  {
    id: serial('id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    pattern: text('pattern').notNull(),
    url_template: text('url_template').notNull(),
    /** If two match, the one with the lower position is used. */
    position: integer('position').notNull(),
  },
  (table) => [index('linkifiers_realm').on(table.realm_id, table.position)],
);
