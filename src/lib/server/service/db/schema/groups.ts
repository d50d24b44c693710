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
import { realms } from './realms';
import { users } from './users';

/** A group setting's value as in the API: a group's id, or people and groups. */
export type GroupSetting = number | { direct_members: number[]; direct_subgroups: number[] };

/** Named groups: the eight `role:…` system groups and those created by users. */
export const userGroups = pgTable(
  'user_groups',
  {
    id: serial('id').primaryKey(),
    realm_id: relatedId('realm_id', () => realms.id),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    is_system_group: boolean('is_system_group').notNull().default(false),
    creator_id: integer('creator_id'),
    date_created: timeColumn('date_created'),
    deactivated: boolean('deactivated').notNull().default(false),
    /** `can_*_group` settings by API name. */
    settings: jsonb('settings').$type<Record<string, GroupSetting>>().notNull().default({}),
  },
  (table) => [
    index('user_groups_realm').on(table.realm_id),
    uniqueIndex('user_groups_realm_name').on(table.realm_id, sql`fold_case(${table.name})`),
  ],
);

/** Direct members. System groups follow the users' roles and have no rows here. */
export const userGroupMembers = pgTable(
  'user_group_members',
  {
    group_id: parentId('group_id', () => userGroups.id),
    user_id: parentId('user_id', () => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.group_id, table.user_id] }),
    index('user_group_members_user').on(table.user_id),
  ],
);

export const userGroupSubgroups = pgTable(
  'user_group_subgroups',
  {
    group_id: parentId('group_id', () => userGroups.id),
    subgroup_id: parentId('subgroup_id', () => userGroups.id),
  },
  (table) => [
    primaryKey({ columns: [table.group_id, table.subgroup_id] }),
    index('user_group_subgroups_inner').on(table.subgroup_id),
  ],
);
