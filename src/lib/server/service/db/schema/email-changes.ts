import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { realms } from './realms';
import { users } from './users';

/** New addresses that were asked for; closed ones stay for a while, so that who comes late is told why. */
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
    /** What its link ends with. */
    key: text('key').notNull().unique(),
    created: timestamp('created', { withTimezone: true }).notNull(),
    /** When it was confirmed, or another took its place. */
    closed: timestamp('closed', { withTimezone: true }),
  },
  (table) => [
    index('email_changes_user').on(table.user_id, table.created),
    index('email_changes_realm').on(table.realm_id, table.created),
  ],
);
