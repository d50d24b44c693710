import { bigint, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { realms } from './realms';

const time = (name: string) => timestamp(name, { withTimezone: true });

/** Archives of the organization that were asked for; one is underway until it is finished or failed. */
export const realmExports = pgTable(
  'realm_exports',
  {
    id: serial('id').primaryKey(),
    realm_id: integer('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    acting_user_id: integer('acting_user_id').notNull(),
    /** 1: what is public; 2: also the private data of who agreed. */
    export_type: integer('export_type').notNull(),
    export_time: time('export_time').notNull(),
    /** Where it lies in the storage, and what stands behind `/user_uploads/exports/`. */
    path_id: text('path_id').notNull().unique(),
    /** Bytes; null until it is finished. */
    size: bigint('size', { mode: 'number' }),
    /** Last sign of life of the process that writes it. */
    touched: time('touched').notNull(),
    finished: time('finished'),
    failed: time('failed'),
    deleted: time('deleted'),
  },
  (table) => [index('realm_exports_realm').on(table.realm_id, table.id)],
);
