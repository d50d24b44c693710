import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import {
  groupIdBefore,
  groupSetting,
  groupSettingChange,
  groupSettingParam,
} from './group-setting';
import { integer, list, textUpTo } from './value-schemas';

/** A named group of people. https://zulip.com/help/user-groups */
export const userGroupSchema = v.object({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  /** Active direct members. */
  members: v.array(v.number()),
  direct_subgroup_ids: v.optional(v.array(v.number()), []),
  /** Whether it's the group of a role: `role:…`. */
  is_system_group: v.optional(v.boolean()),
  /** UNIX seconds; null if unknown. Absent before level 292, like the creator. */
  date_created: v.nullish(v.number()),
  creator_id: v.nullish(v.number()),
  /** Absent before level 290. */
  deactivated: v.optional(v.boolean()),
  /** Absent before level 305. */
  can_add_members_group: v.optional(groupSetting),
  /** Absent before level 301. */
  can_join_group: v.optional(groupSetting),
  /** Absent before level 308. */
  can_leave_group: v.optional(groupSetting),
  /** Absent before level 283. */
  can_manage_group: v.optional(groupSetting),
  can_mention_group: v.optional(groupSetting),
  /** Absent before level 324. */
  can_remove_members_group: v.optional(groupSetting),
});
export type UserGroup = v.InferOutput<typeof userGroupSchema>;

/** Code points, counted after trimming. */
export const maxUserGroupNameLength = 100;
/** Names must not begin with these: they mark other types of names. */
export const reservedGroupPrefixes = ['@', 'role:', 'user:', 'stream:', 'channel:'] as const;
/** Members per call: enough for the largest organizations. */
const maxMembersPerCall = 50_000;
const maxSubgroupsPerCall = 1_000;

const name = text(
  v.pipe(
    textUpTo(10_000),
    v.trim(),
    v.check((value) => value !== '', 'cannot be blank'),
    v.check((value) => !/\p{Cc}/u.test(value), 'must not hold control characters'),
    v.check(
      (value) => [...value].length <= maxUserGroupNameLength,
      `is too long (limit: ${maxUserGroupNameLength} characters)`,
    ),
    v.check(
      (value) => !reservedGroupPrefixes.some((prefix) => value.startsWith(prefix)),
      `must not begin with ${reservedGroupPrefixes.join(', ')}`,
    ),
  ),
);
const description = text(
  v.pipe(
    textUpTo(10_000),
    v.check((value) => !value.includes('\0'), 'must not contain null bytes'),
  ),
);
const people = json(list(integer, maxMembersPerCall));
const groups = (since: number) => json(list(integer, maxSubgroupsPerCall), { since });
const user_group_id = inPath(integer);

/** Permissions on the group. */
function settings<In, Out>(schema: v.GenericSchema<In, Out>) {
  const of = (since: number) => optional(json(schema, { since, wordedFor: groupIdBefore(260) }));
  return {
    can_add_members_group: of(305),
    can_join_group: of(301),
    can_leave_group: of(308),
    can_manage_group: of(283),
    can_mention_group: of(191),
    can_remove_members_group: of(324),
  };
}

/** The creator is only a member if listed. https://zulip.com/api/create-user-group */
export const createUserGroup = defineOperation({
  id: 'createUserGroup',
  route: 'POST /user_groups/create',
  params: {
    name,
    description,
    members: people,
    subgroups: optional(groups(311)),
    ...settings(groupSettingParam),
  },
  /** Absent before level 317. */
  result: v.object({ group_id: v.optional(v.number()) }),
  access: 'human member',
});

/**
 * Only active groups, unless deactivated ones are requested. https://zulip.com/api/get-user-groups
 */
export const getUserGroups = defineOperation({
  id: 'getUserGroups',
  route: 'GET /user_groups',
  params: { include_deactivated_groups: optional(json(v.boolean(), { since: 290 })) },
  result: v.object({ user_groups: v.array(userGroupSchema) }),
  access: 'human member',
});

/** Omitted parameters stay unchanged. https://zulip.com/api/update-user-group */
export const updateUserGroup = defineOperation({
  id: 'updateUserGroup',
  route: 'PATCH /user_groups/{user_group_id}',
  params: {
    user_group_id,
    name: optional(name),
    description: optional(description),
    /** Only `false`, which reactivates the group. */
    deactivated: optional(json(v.boolean(), { since: 386 })),
    ...settings(groupSettingChange),
  },
  access: 'human member',
});

/**
 * Keeps the group as it is, but it can no longer be mentioned or given permissions.
 * https://zulip.com/api/deactivate-user-group
 */
export const deactivateUserGroup = defineOperation({
  id: 'deactivateUserGroup',
  route: 'POST /user_groups/{user_group_id}/deactivate',
  params: { user_group_id },
  access: 'human member',
  since: 290,
});

/**
 * Members of the group and of its subgroups, unless `direct_member_only` is set.
 * https://zulip.com/api/get-user-group-members
 */
export const getUserGroupMembers = defineOperation({
  id: 'getUserGroupMembers',
  route: 'GET /user_groups/{user_group_id}/members',
  params: { user_group_id, direct_member_only: optional(json(v.boolean())) },
  result: v.object({ members: v.array(v.number()) }),
  access: 'human member',
  since: 127,
});

/** Applies all changes or none. https://zulip.com/api/update-user-group-members */
export const updateUserGroupMembers = defineOperation({
  id: 'updateUserGroupMembers',
  route: 'POST /user_groups/{user_group_id}/members',
  params: {
    user_group_id,
    add: optional(people),
    delete: optional(people),
    add_subgroups: optional(groups(311)),
    delete_subgroups: optional(groups(311)),
  },
  access: 'human',
});

/** https://zulip.com/api/get-is-user-group-member */
export const getIsUserGroupMember = defineOperation({
  id: 'getIsUserGroupMember',
  route: 'GET /user_groups/{user_group_id}/members/{user_id}',
  params: {
    user_group_id,
    user_id: inPath(integer),
    direct_member_only: optional(json(v.boolean())),
  },
  result: v.object({ is_user_group_member: v.boolean() }),
  access: 'human member',
  since: 127,
});

/** https://zulip.com/api/get-user-group-subgroups */
export const getUserGroupSubgroups = defineOperation({
  id: 'getUserGroupSubgroups',
  route: 'GET /user_groups/{user_group_id}/subgroups',
  params: { user_group_id, direct_subgroup_only: optional(json(v.boolean())) },
  result: v.object({ subgroups: v.array(v.number()) }),
  access: 'human member',
  since: 127,
});

/** https://zulip.com/api/update-user-group-subgroups */
export const updateUserGroupSubgroups = defineOperation({
  id: 'updateUserGroupSubgroups',
  route: 'POST /user_groups/{user_group_id}/subgroups',
  params: { user_group_id, add: optional(groups(127)), delete: optional(groups(127)) },
  access: 'human member',
  since: 127,
});
