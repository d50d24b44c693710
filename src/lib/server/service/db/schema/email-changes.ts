import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
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
    realm_id: integer('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    new_email: text('new_email').notNull(),
    /** Last part of the confirmation link. */
    key: text('key').notNull().unique(),
    created: timestamp('created', { withTimezone: true }).notNull(),
    /** When it was confirmed or replaced by another request. */
    closed: timestamp('closed', { withTimezone: true }),
  },
  (table) => [
    index('email_changes_user').on(table.user_id, table.created),
    index('email_changes_realm').on(table.realm_id, table.created),
  ],
);
