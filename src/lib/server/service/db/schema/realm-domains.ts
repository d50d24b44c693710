import { boolean, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { realms } from './realms';

/** Email domains that can join an organization restricted to its domains. */
export const realmDomains = pgTable(
  'realm_domains',
  {
    id: serial('id').primaryKey(),
    realm_id: integer('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    /** In lower case. */
    domain: text('domain').notNull(),
    allow_subdomains: boolean('allow_subdomains').notNull(),
  },
  (table) => [uniqueIndex('realm_domains_domain').on(table.realm_id, table.domain)],
);
