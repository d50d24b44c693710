import { boolean, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { parentId } from '../columns';
import { realms } from './realms';

/** Email domains that can join an organization restricted to its domains. */
export const realmDomains = pgTable(
  'realm_domains',
  {
    id: serial('id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    /** In lower case. */
    domain: text('domain').notNull(),
    allow_subdomains: boolean('allow_subdomains').notNull(),
  },
  (table) => [uniqueIndex('realm_domains_domain').on(table.realm_id, table.domain)],
);
