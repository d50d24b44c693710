import { bigint, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { realms } from './realms';

/**
 * Requested exports of the organization. An export is in progress until it is finished or failed.
 */
export const realmExports = pgTable(
  'realm_exports',
  {
    id: serial('id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    acting_user_id: integer('acting_user_id').notNull(),
    /** 1: public data only; 2: also the private data of users who agreed. */
    export_type: integer('export_type').notNull(),
    export_time: timeColumn('export_time').notNull(),
    /** Path in the storage, and the part of the URL after `/user_uploads/exports/`. */
    path_id: text('path_id').notNull().unique(),
    /** In bytes. Null until it is finished. */
    size: bigint('size', { mode: 'number' }),
    /** When the process that writes it last reported progress. */
    touched: timeColumn('touched').notNull(),
    finished: timeColumn('finished'),
    failed: timeColumn('failed'),
    deleted: timeColumn('deleted'),
  },
  (table) => [index('realm_exports_realm').on(table.realm_id, table.id)],
);
