import { boolean, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { timeColumn } from '../columns';

/** An image of the organization in the storage. */
export interface RealmPicture {
  readonly path_id: string;
  readonly size: number;
  readonly content_type: string;
  /** Increases with each new image, so that a URL never shows a different one. */
  readonly version: number;
}
export type RealmPictureKind = 'icon' | 'logo' | 'night_logo';

/** An organization. `settings` contains only values that differ from the defaults table. */
export const realms = pgTable('realms', {
  id: serial('id').primaryKey(),
  string_id: text('string_id').notNull().unique(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  date_created: timeColumn('date_created').notNull(),
  /** Created by `--sample`. Only then can the sign-in page offer people without a password. */
  is_sample: boolean('is_sample').notNull().default(false),
  is_active: boolean('is_active').notNull().default(true),
  /** API names (`realm_topics_policy` without the prefix) to values. */
  settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
  /** Changes with every change of the linkifiers. Null if there have never been any. */
  linkifiers_version: text('linkifiers_version'),
  /** Default personal settings for new accounts, where they differ from the settings table. */
  user_settings_defaults: jsonb('user_settings_defaults')
    .$type<Record<string, unknown>>()
    .notNull()
    .default({}),
  pictures: jsonb('pictures')
    .$type<Partial<Record<RealmPictureKind, RealmPicture>>>()
    .notNull()
    .default({}),
  /** Version of the latest image of any kind. */
  pictures_version: integer('pictures_version').notNull().default(0),
});
