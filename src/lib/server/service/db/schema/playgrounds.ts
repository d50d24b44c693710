import { pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { parentId } from '../columns';
import { realms } from './realms';

export const playgrounds = pgTable(
  'playgrounds',
  {
    id: serial('id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    name: text('name').notNull(),
    pygments_language: text('pygments_language').notNull(),
    url_template: text('url_template').notNull(),
  },
  (table) => [
    uniqueIndex('playgrounds_name').on(table.realm_id, table.pygments_language, table.name),
  ],
);
