import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { users } from './users';

/** Devices that get encrypted notifications through the push relay. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: serial('id').primaryKey(),
    user_id: parentId('user_id', () => users.id),
    /** Chosen by the device. */
    push_account_id: bigint('push_account_id', { mode: 'number' }).notNull(),
    /** fcm, apns */
    token_kind: text('token_kind').notNull(),
    /** In base64. */
    push_public_key: text('push_public_key').notNull(),
    /** Public key for which the registration was encrypted, one of the relay's. */
    bouncer_public_key: text('bouncer_public_key').notNull(),
    encrypted_push_registration: text('encrypted_push_registration').notNull(),
    registered: timeColumn('registered').notNull(),
    /** When the relay is contacted next. Null once it has answered. */
    next_try: timeColumn('next_try'),
    tries: integer('tries').notNull().default(0),
    /** The relay's id for the device. Null until it has one. */
    relay_device_id: bigint('relay_device_id', { mode: 'number' }),
    /** Why the relay refused the device. */
    error_code: text('error_code'),
  },
  (table) => [
    uniqueIndex('push_devices_account').on(table.user_id, table.push_account_id),
    index('push_devices_due')
      .on(table.next_try)
      .where(sql`next_try is not null`),
  ],
);

/** Tokens of devices that don't support encrypted notifications. */
export const pushTokens = pgTable(
  'push_tokens',
  {
    id: serial('id').primaryKey(),
    user_id: parentId('user_id', () => users.id),
    /** fcm, apns */
    token_kind: text('token_kind').notNull(),
    token: text('token').notNull(),
    /** Only for APNs. */
    ios_app_id: text('ios_app_id'),
  },
  // A token can be longer than an index entry allows.
  (table) => [
    uniqueIndex('push_tokens_token').on(table.user_id, table.token_kind, sql`md5(token)`),
  ],
);
