import { userRole } from '../../../../api/roles';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { relatedId, timeColumn } from '../columns';
import { realms } from './realms';

/** People and bots. `role`: see `userRole`. */
export const users = pgTable(
  'users',
  {
    id: serial('id').primaryKey(),
    realm_id: relatedId('realm_id', () => realms.id),
    /** The real email address, which Basic credentials contain. */
    delivery_email: text('delivery_email').notNull(),
    full_name: text('full_name').notNull(),
    role: integer('role').notNull().default(userRole.member),
    is_bot: boolean('is_bot').notNull().default(false),
    /** 1 generic; null for people. */
    bot_type: integer('bot_type'),
    bot_owner_id: integer('bot_owner_id'),
    /**
     * Notification Bot and other system bots. Listed as `cross_realm_bots` instead of among the
     * users.
     */
    is_system_bot: boolean('is_system_bot').notNull().default(false),
    is_active: boolean('is_active').notNull().default(true),
    /** IANA time zone, or empty. */
    timezone: text('timezone').notNull().default(''),
    date_joined: timeColumn('date_joined').notNull(),
    avatar_url: text('avatar_url'),
    avatar_version: integer('avatar_version').notNull().default(1),
    /**
     * A scrypt hash in its own text form, independent of the database. Null for bots and accounts
     * that never set a password.
     */
    password_hash: text('password_hash'),
    api_key: text('api_key').notNull(),
    /** Personal settings that differ from the defaults of the settings table, by API name. */
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    uniqueIndex('users_realm_email').on(table.realm_id, sql`lower(${table.delivery_email})`),
    index('users_realm').on(table.realm_id),
    // Small, since few accounts are deactivated. Setting values leave those out.
    index('users_left')
      .on(table.realm_id)
      .where(sql`not is_active`),
    index('users_full_name').on(table.realm_id, sql`fold_case(${table.full_name})`),
    index('users_email').on(sql`lower(${table.delivery_email})`),
    index('users_api_key').on(table.api_key),
  ],
);
