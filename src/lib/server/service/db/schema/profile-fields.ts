import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { parentId, relatedId } from '../columns';
import { realms } from './realms';
import { users } from './users';

/** An organization's custom profile fields. */
export const profileFields = pgTable(
  'profile_fields',
  {
    id: serial('id').primaryKey(),
    realm_id: relatedId('realm_id', () => realms.id),
    /** A value of `fieldTypes` in `api/profile-fields.ts`. */
    type: integer('type').notNull(),
    order: integer('order').notNull(),
    name: text('name').notNull(),
    hint: text('hint').notNull().default(''),
    /** JSON text as in the API. Empty for types without options or URLs. */
    field_data: text('field_data').notNull().default(''),
    display_in_profile_summary: boolean('display_in_profile_summary').notNull().default(false),
    required: boolean('required').notNull().default(false),
    editable_by_user: boolean('editable_by_user').notNull().default(true),
  },
  (table) => [unique('profile_fields_name').on(table.realm_id, table.name)],
);

export const profileValues = pgTable(
  'profile_values',
  {
    user_id: parentId('user_id', () => users.id),
    field_id: parentId('field_id', () => profileFields.id),
    /** As in the API. User fields contain a JSON array of ids. */
    value: text('value').notNull(),
    /** HTML for text types. Null for all others. */
    rendered_value: text('rendered_value'),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.field_id] }),
    index('profile_values_field').on(table.field_id),
  ],
);
