import { boolean, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { realms } from './realms';

/** Whose addresses may join an organization that is restricted to its domains. */
export const realmDomains = pgTable(
  'realm_domains',
  {
    id: serial('id').primaryKey(),
    realm_id: integer('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    /** Lower case. */
    domain: text('domain').notNull(),
    allow_subdomains: boolean('allow_subdomains').notNull(),
  },
  (table) => [uniqueIndex('realm_domains_domain').on(table.realm_id, table.domain)],
);
