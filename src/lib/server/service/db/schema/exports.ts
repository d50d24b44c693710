import { bigint, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { realms } from './realms';

const time = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Requested exports of the organization. An export is in progress until it is finished or failed.
 */
export const realmExports = pgTable(
  'realm_exports',
  {
    id: serial('id').primaryKey(),
    realm_id: integer('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    acting_user_id: integer('acting_user_id').notNull(),
    /** 1: public data only; 2: also the private data of users who agreed. */
    export_type: integer('export_type').notNull(),
    export_time: time('export_time').notNull(),
    /** Path in the storage, and the part of the URL after `/user_uploads/exports/`. */
    path_id: text('path_id').notNull().unique(),
    /** In bytes. Null until it is finished. */
    size: bigint('size', { mode: 'number' }),
    /** When the process that writes it last reported progress. */
    touched: time('touched').notNull(),
    finished: time('finished'),
    failed: time('failed'),
    deleted: time('deleted'),
  },
  (table) => [index('realm_exports_realm').on(table.realm_id, table.id)],
);
