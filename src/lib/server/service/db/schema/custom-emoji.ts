import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { parentId } from '../columns';
import { realms } from './realms';
import { users } from './users';

export const customEmoji = pgTable(
  'custom_emoji',
  {
    id: serial('id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    name: text('name').notNull(),
    author_id: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** Path of the image in the storage. */
    path_id: text('path_id').notNull(),
    size: integer('size').notNull(),
    /** Path of the first frame. Null if the image isn't animated. */
    still_path_id: text('still_path_id'),
    still_size: integer('still_size'),
    content_type: text('content_type').notNull(),
    /** Messages that already use it still show it. */
    deactivated: boolean('deactivated').notNull().default(false),
  },
  (table) => [
    uniqueIndex('custom_emoji_name')
      .on(table.realm_id, table.name)
      .where(sql`not deactivated`),
  ],
);
