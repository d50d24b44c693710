import { boolean, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

/** A picture of the organization, in the storage. */
export interface RealmPicture {
  readonly path_id: string;
  readonly size: number;
  readonly content_type: string;
  /** Grows with each new one, so that an address never gets another picture. */
  readonly version: number;
}
export type RealmPictureKind = 'icon' | 'logo' | 'night_logo';

/** An organization. Its settings are the `realm` bundle's values that differ from the defaults table. */
export const realms = pgTable('realms', {
  id: serial('id').primaryKey(),
  string_id: text('string_id').notNull().unique(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  date_created: timestamp('date_created', { withTimezone: true }).notNull(),
  /** Made by `--sample`: only then may the sign-in page offer its people by name. */
  is_sample: boolean('is_sample').notNull().default(false),
  is_active: boolean('is_active').notNull().default(true),
  /** Wire names (`realm_topics_policy` without the prefix) to values. */
  settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
  /** Another with every change of the linkifiers; null as long as there were none. */
  linkifiers_version: text('linkifiers_version'),
  /** Personal settings that new accounts begin with, where they differ from the settings table. */
  user_settings_defaults: jsonb('user_settings_defaults')
    .$type<Record<string, unknown>>()
    .notNull()
    .default({}),
  pictures: jsonb('pictures')
    .$type<Partial<Record<RealmPictureKind, RealmPicture>>>()
    .notNull()
    .default({}),
  /** Of the last picture of any kind. */
  pictures_version: integer('pictures_version').notNull().default(0),
});
