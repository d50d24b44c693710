import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  serial,
  text,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { realms } from './realms';
import { users } from './users';

/**
 * Reusable invitation links and email invitations. Closed ones are kept, so that someone who opens
 * the link late learns why it no longer works.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: serial('id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    inviter_id: parentId('inviter_id', () => users.id),
    /** Last part of the invitation link. */
    key: text('key').notNull().unique(),
    /** Null for a reusable link. */
    email: text('email'),
    invited_as: integer('invited_as').notNull(),
    stream_ids: integer('stream_ids').array().notNull(),
    group_ids: integer('group_ids').array().notNull(),
    include_realm_default_subscriptions: boolean('include_realm_default_subscriptions').notNull(),
    notify_referrer_on_join: boolean('notify_referrer_on_join').notNull(),
    /** Null for the organization's default message. */
    welcome_message_custom_text: text('welcome_message_custom_text'),
    /** Updated when it is sent again. */
    invited: timeColumn('invited').notNull(),
    /** When emails with it were sent, in UNIX seconds. Covers the day before the latest one. */
    mailed: integer('mailed').array().notNull().default([]),
    /** Null if it never expires. */
    minutes: integer('minutes'),
    revoked: boolean('revoked').notNull().default(false),
    used: boolean('used').notNull().default(false),
    /**
     * The reusable link through which this invitation was requested. It ends with that link and
     * isn't listed.
     */
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
