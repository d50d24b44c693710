import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  pgTable,
  serial,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './users';

/** Devices to which notifications go sealed, through the push relay. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: serial('id').primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Chosen by the device. */
    push_account_id: bigint('push_account_id', { mode: 'number' }).notNull(),
    /** fcm, apns */
    token_kind: text('token_kind').notNull(),
    /** base64 */
    push_public_key: text('push_public_key').notNull(),
    /** Which of the relay's keys opens the registration. */
    bouncer_public_key: text('bouncer_public_key').notNull(),
    encrypted_push_registration: text('encrypted_push_registration').notNull(),
    registered: timestamp('registered', { withTimezone: true }).notNull(),
    /** When the relay is told of it next; null once it has answered. */
    next_try: timestamp('next_try', { withTimezone: true }),
    tries: integer('tries').notNull().default(0),
    /** The relay's own id of it, once it has one. */
    relay_device_id: bigint('relay_device_id', { mode: 'number' }),
    /** Why the relay will not have it. */
    error_code: text('error_code'),
  },
  (table) => [
    uniqueIndex('push_devices_account').on(table.user_id, table.push_account_id),
    index('push_devices_due')
      .on(table.next_try)
      .where(sql`next_try is not null`),
  ],
);

/** Tokens of devices from before notifications were sealed. */
export const pushTokens = pgTable(
  'push_tokens',
  {
    id: serial('id').primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** fcm, apns */
    token_kind: text('token_kind').notNull(),
    token: text('token').notNull(),
    /** Of APNs alone. */
    ios_app_id: text('ios_app_id'),
  },
  // The token itself may be longer than an entry of an index.
  (table) => [
    uniqueIndex('push_tokens_token').on(table.user_id, table.token_kind, sql`md5(token)`),
  ],
);
