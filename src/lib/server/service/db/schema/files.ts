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
  timestamp,
} from 'drizzle-orm/pg-core';
import { messages } from './messages';
import { realms } from './realms';
import { users } from './users';

const time = (name: string) => timestamp(name, { withTimezone: true });
const bytes = (name: string) => bigint(name, { mode: 'number' });

/**
 * Files on their way in: the row is there before the first byte, so that nothing stays behind when
 * a process is killed. One that is whole keeps its row for a day, for a client that has to ask.
 */
export const uploads = pgTable(
  'uploads',
  {
    path_id: text('path_id').primaryKey(),
    realm_id: integer('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Announced; null where only the end will tell. */
    size: bytes('size'),
    /** As the client sent it with a resumable upload. */
    metadata: jsonb('metadata').$type<Record<string, string | null>>(),
    create_time: time('create_time').notNull(),
    /** Last sign of life. */
    touched: time('touched').notNull(),
    completed: time('completed'),
    /** Under which id a bucket collects the parts of a resumable upload. */
    multipart_id: text('multipart_id'),
    /** Which process writes, and until when it may be believed to. */
    locked_by: text('locked_by'),
    locked_until: time('locked_until'),
    /** Another process waits for it. */
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
    realm_id: integer('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    owner_id: integer('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As shown; the last part of `path_id` is its plainer form. */
    name: text('name').notNull(),
    /** Where it lies in the storage, and what stands behind `/user_uploads/`. */
    path_id: text('path_id').notNull().unique(),
    size: bytes('size').notNull(),
    content_type: text('content_type').notNull(),
    create_time: time('create_time').notNull(),
    /** When the last message that linked it went, or it came; null while one links it. */
    unclaimed_since: time('unclaimed_since'),
  },
  (table) => [
    index('attachments_owner').on(table.owner_id, table.id),
    index('attachments_unclaimed')
      .on(table.unclaimed_since)
      .where(sql`unclaimed_since is not null`),
  ],
);

/**
 * Bytes of all files of an organization. Apart from its other columns, as every upload writes here:
 * whoever asks is known until a row of theirs or of the organization changes.
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
    attachment_id: integer('attachment_id')
      .notNull()
      .references(() => attachments.id, { onDelete: 'cascade' }),
    message_id: integer('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.attachment_id, table.message_id] }),
    index('attachment_messages_message').on(table.message_id),
  ],
);

/** Files that nothing refers to any more and that are still in the storage. */
export const discardedFiles = pgTable('discarded_files', {
  path_id: text('path_id').primaryKey(),
});
