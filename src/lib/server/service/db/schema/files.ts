import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
} from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { messages } from './messages';
import { realms } from './realms';
import { users } from './users';

const bytes = (name: string) => bigint(name, { mode: 'number' });

/**
 * Uploads in progress. The row is created before the first byte, so that no data stays behind when
 * a process is killed. A complete upload keeps its row for a day, for clients that have to ask for
 * its state.
 */
export const uploads = pgTable(
  'uploads',
  {
    path_id: text('path_id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    user_id: parentId('user_id', () => users.id),
    /** Announced size. Null if only known at the end. */
    size: bytes('size'),
    /** As the client sent it with a resumable upload. */
    metadata: jsonb('metadata').$type<Record<string, string | null>>(),
    create_time: timeColumn('create_time').notNull(),
    /** When it last made progress. */
    touched: timeColumn('touched').notNull(),
    completed: timeColumn('completed'),
    /** The bucket's id for the parts of a resumable upload. */
    multipart_id: text('multipart_id'),
    /** The process that writes, and the time until which its lock is valid. */
    locked_by: text('locked_by'),
    locked_until: timeColumn('locked_until'),
    /** Whether another process waits for the lock. */
    lock_wanted: boolean('lock_wanted').notNull().default(false),
  },
  (table) => [
    index('uploads_touched').on(table.touched),
    index('uploads_open')
      .on(table.realm_id)
      .where(sql`completed is null`),
  ],
);

export const attachments = pgTable(
  'attachments',
  {
    id: serial('id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    owner_id: parentId('owner_id', () => users.id),
    /** As shown. The last part of `path_id` is a simplified form. */
    name: text('name').notNull(),
    /** Path in the storage, and the part of the URL after `/user_uploads/`. */
    path_id: text('path_id').notNull().unique(),
    size: bytes('size').notNull(),
    content_type: text('content_type').notNull(),
    create_time: timeColumn('create_time').notNull(),
    /**
     * When the last message that linked it was deleted or, if never linked, when it was uploaded.
     * Null while a message links it.
     */
    unclaimed_since: timeColumn('unclaimed_since'),
  },
  (table) => [
    index('attachments_owner').on(table.owner_id, table.id),
    index('attachments_unclaimed')
      .on(table.unclaimed_since)
      .where(sql`unclaimed_since is not null`),
  ],
);

/**
 * Total bytes of an organization's files. Separate from `realms` because every upload writes here,
 * and cached callers are dropped when their user or realm row changes.
 */
export const uploadSpace = pgTable('upload_space', {
  realm_id: integer('realm_id')
    .primaryKey()
    .references(() => realms.id, { onDelete: 'cascade' }),
  used: bytes('used').notNull(),
});

/** Which messages link which files. */
export const attachmentMessages = pgTable(
  'attachment_messages',
  {
    attachment_id: parentId('attachment_id', () => attachments.id),
    message_id: parentId('message_id', () => messages.id),
  },
  (table) => [
    primaryKey({ columns: [table.attachment_id, table.message_id] }),
    index('attachment_messages_message').on(table.message_id),
  ],
);

/** Files still in the storage that nothing refers to. */
export const discardedFiles = pgTable('discarded_files', {
  path_id: text('path_id').primaryKey(),
});
