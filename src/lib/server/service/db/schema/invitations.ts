import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  serial,
  text,
  timestamp,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { realms } from './realms';
import { users } from './users';

/** Links for many and invitations by e-mail; closed ones stay, so that who comes late is told why. */
export const invitations = pgTable(
  'invitations',
  {
    id: serial('id').primaryKey(),
    realm_id: integer('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    inviter_id: integer('inviter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What its link ends with. */
    key: text('key').notNull().unique(),
    /** Null for a link for many. */
    email: text('email'),
    invited_as: integer('invited_as').notNull(),
    stream_ids: integer('stream_ids').array().notNull(),
    group_ids: integer('group_ids').array().notNull(),
    include_realm_default_subscriptions: boolean('include_realm_default_subscriptions').notNull(),
    notify_referrer_on_join: boolean('notify_referrer_on_join').notNull(),
    /** Null for the organization's own text. */
    welcome_message_custom_text: text('welcome_message_custom_text'),
    /** Also when it was sent again. */
    invited: timestamp('invited', { withTimezone: true }).notNull(),
    /** When mails with it went out during the last day before the last of them, UNIX seconds. */
    mailed: integer('mailed').array().notNull().default([]),
    /** Null where it never ends. */
    minutes: integer('minutes'),
    revoked: boolean('revoked').notNull().default(false),
    used: boolean('used').notNull().default(false),
    /** The link for many behind which this one was asked for: it ends with that, and nobody lists it. */
    link_id: integer('link_id').references((): AnyPgColumn => invitations.id, {
      onDelete: 'cascade',
    }),
  },
  (table) => [
    index('invitations_realm').on(table.realm_id, table.id),
    index('invitations_link')
      .on(table.link_id, sql`lower(${table.email})`)
      .where(sql`link_id is not null`),
  ],
);
