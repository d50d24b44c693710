import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { parentId, relatedId, timeColumn } from '../columns';
import { channelFolders } from './channel-folders';
import type { GroupSetting } from './groups';
import { realms } from './realms';
import { users } from './users';

/** Channels. The API calls them streams. */
export const streams = pgTable(
  'streams',
  {
    id: serial('id').primaryKey(),
    realm_id: relatedId('realm_id', () => realms.id),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    rendered_description: text('rendered_description').notNull().default(''),
    date_created: timeColumn('date_created').notNull(),
    creator_id: integer('creator_id'),
    invite_only: boolean('invite_only').notNull().default(false),
    is_web_public: boolean('is_web_public').notNull().default(false),
    is_archived: boolean('is_archived').notNull().default(false),
    is_default: boolean('is_default').notNull().default(false),
    history_public_to_subscribers: boolean('history_public_to_subscribers').notNull().default(true),
    /** In days. Null inherits the organization's value, -1 keeps messages forever. */
    message_retention_days: integer('message_retention_days'),
    /** inherit, allow_empty_topic, disable_empty_topic, empty_topic_only */
    topics_policy: text('topics_policy').notNull().default('inherit'),
    folder_id: integer('folder_id').references(() => channelFolders.id),
    first_message_id: integer('first_message_id'),
    /** `can_*_group` settings by API name. */
    settings: jsonb('settings').$type<Record<string, GroupSetting>>().notNull().default({}),
  },
  (table) => [
    uniqueIndex('streams_realm_name').on(table.realm_id, sql`fold_case(${table.name})`),
    index('streams_realm').on(table.realm_id),
    // Must match the condition in `channels/readers.ts` word for word, since most reads use it.
    index('streams_entered')
      .on(table.realm_id)
      .where(
        sql`invite_only and settings ?| array['can_subscribe_group', 'can_add_subscribers_group']`,
      ),
  ],
);

export const subscriptions = pgTable(
  'subscriptions',
  {
    stream_id: parentId('stream_id', () => streams.id),
    user_id: parentId('user_id', () => users.id),
    /** False after unsubscribing, which keeps the user's settings for the channel. */
    active: boolean('active').notNull().default(true),
    /** As `#rrggbb`. */
    color: text('color').notNull(),
    is_muted: boolean('is_muted').notNull().default(false),
    pin_to_top: boolean('pin_to_top').notNull().default(false),
    desktop_notifications: boolean('desktop_notifications'),
    audible_notifications: boolean('audible_notifications'),
    push_notifications: boolean('push_notifications'),
    email_notifications: boolean('email_notifications'),
    wildcard_mentions_notify: boolean('wildcard_mentions_notify'),
  },
  (table) => [
    primaryKey({ columns: [table.stream_id, table.user_id] }),
    index('subscriptions_user').on(table.user_id),
  ],
);
