import { integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { realms } from './realms';

export const playgrounds = pgTable(
  'playgrounds',
  {
    id: serial('id').primaryKey(),
    realm_id: integer('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    pygments_language: text('pygments_language').notNull(),
    url_template: text('url_template').notNull(),
  },
  (table) => [
    uniqueIndex('playgrounds_name').on(table.realm_id, table.pygments_language, table.name),
  ],
);
