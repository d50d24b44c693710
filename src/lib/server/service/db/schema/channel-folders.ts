import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { relatedId, timeColumn } from '../columns';
import { realms } from './realms';

/** Folders that group an organization's channels. */
export const channelFolders = pgTable(
  'channel_folders',
  {
    id: serial('id').primaryKey(),
    realm_id: relatedId('realm_id', () => realms.id),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    rendered_description: text('rendered_description').notNull().default(''),
    order: integer('order').notNull(),
    date_created: timeColumn('date_created'),
    creator_id: integer('creator_id'),
    is_archived: boolean('is_archived').notNull().default(false),
  },
  (table) => [
    uniqueIndex('channel_folders_realm_name')
      .on(table.realm_id, sql`fold_case(${table.name})`)
      .where(sql`not is_archived`),
  ],
);
