import { index, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { realms } from './realms';
import { users } from './users';

/**
 * Requested email addresses. Closed requests are kept for a while, so that someone who opens the
 * link late learns why it no longer works.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: serial('id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    user_id: parentId('user_id', () => users.id),
    new_email: text('new_email').notNull(),
    /** Last part of the confirmation link. */
    key: text('key').notNull().unique(),
    created: timeColumn('created').notNull(),
    /** When it was confirmed or replaced by another request. */
    closed: timeColumn('closed'),
  },
  (table) => [
    index('email_changes_user').on(table.user_id, table.created),
    index('email_changes_realm').on(table.realm_id, table.created),
  ],
);
