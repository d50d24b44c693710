import { eq, and, sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { isRowId, uniqueSortedIds } from '../db/ids';
import { userGroups, type GroupSetting } from '../db/schema/groups';
import { users } from '../db/schema/users';
import { badRequest, ServiceFailure } from '../failure';
import { announceGroupActivity, announceGroup } from '../groups/announce';
import {
  findGroup,
  findGroupToChange,
  type GroupRow,
  checkNameIsFree,
  lockGroups,
} from '../groups/find';
import { addGroupMembers, removeGroupMembers, insertGroupMembers } from '../groups/members';
import { requireCanManageGroup, requireCanCreateGroups } from '../groups/group-permissions';
import {
  addSubgroups,
  nestedSubgroups,
  removeSubgroups,
  checkSubgroups,
  insertSubgroups,
} from '../groups/subgroups';
import { listGroups, loadDirectMembers, wireGroup } from '../groups/wire';
import type { OperationHandlers } from '../handler';
import { loadSettingMembers, loadSystemGroups } from '../permissions/load';
import { listVisibleUsers } from '../users/visible';
import { loadChannelAccess } from '../channels/load';
import { queryRows } from '../db/query-rows';
import { streams } from '../db/schema/streams';
import {
  allRealmPermissionNames,
  groupPermissionNames,
  groupPermissions,
} from '../permissions/table';
import type { createUserGroup, updateUserGroup } from '$lib/api/user-groups';
import type { ParsedOf } from '$lib/api/define-operation';
import {
  checkGroupSettings,
  requireActivePeople,
  changeGroupSetting,
  sameSetting,
} from '../permissions/setting-value';
import { loadSettingSerializer } from '../permissions/setting-serializer';
import { postMembershipNotices } from '../groups/membership-notices';

type Changes = Omit<ParsedOf<typeof updateUserGroup>, 'user_group_id'>;

/** Changes and announces only given values that differ. https://zulip.com/api/update-user-group */
async function editGroup(context: ServiceContext, group: GroupRow, given: Changes): Promise<void> {
  await requireCanManageGroup(context, group);
  const settings = await changedSettings(context, group, given);
  const plain = await changedFields(context, group, given);
  const data = { ...plain, ...settings.after };
  if (Object.keys(data).length === 0) return;
  const [row] = await context.tx
    .update(userGroups)
    .set({ ...plain, settings: { ...group.settings, ...settings.after } })
    .where(eq(userGroups.id, group.id))
    .returning();
  await announce(context, group, row!, data);
  const before = Object.fromEntries(
    Object.keys(plain).map((name) => [name, group[name as keyof GroupRow]]),
  );
  await recordAuditedChange(context, {
    action: data.deactivated === false ? 'group.reactivated' : 'group.updated',
    modified_group_id: group.id,
    before: { ...before, ...settings.before },
    after: data,
  });
}

async function changedFields(context: ServiceContext, group: GroupRow, given: Changes) {
  const { name, description, deactivated } = given;
  if (deactivated === true) throw badRequest('Use the operation that deactivates groups.');
  const isRenamed = name !== undefined && name !== group.name;
  if (isRenamed) await checkNameIsFree(context, name, group.id);
  return {
    ...(isRenamed && { name }),
    ...(description !== undefined && description !== group.description && { description }),
    ...(deactivated === false && group.deactivated && { deactivated: false as const }),
  };
}

async function changedSettings(context: ServiceContext, group: GroupRow, given: Changes) {
  const groups = await loadSystemGroups(context);
  const before: Record<string, GroupSetting> = {};
  const after: Record<string, GroupSetting> = {};
  for (const name of groupPermissionNames) {
    const change = given[name];
    if (change === undefined) continue;
    const current = groups.groupSetting(group, name);
    const next = await changeGroupSetting(context, name, groupPermissions[name], current, change);
    if (sameSetting(current, next)) continue;
    before[name] = current;
    after[name] = next;
  }
  return { before, after };
}

async function announce(
  context: ServiceContext,
  group: GroupRow,
  row: GroupRow,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const change = { group_id: row.id, data };
  if (group.deactivated === row.deactivated) {
    announceGroup(context, row, { op: 'update', ...change });
    return;
  }
  const groups = await loadSettingSerializer(context);
  const whole = wireGroup(row, groups, await loadDirectMembers(context, row));
  announceGroupActivity(context, change, { op: 'add', group: whole });
}

/** Creates a group as requested. Returns its id. https://zulip.com/api/create-user-group */
async function createGroup(
  context: ServiceContext,
  params: ParsedOf<typeof createUserGroup>,
): Promise<number> {
  const { tx, user, realm, clock } = context;
  const { name, description } = params;
  await requireCanCreateGroups(context);
  await lockGroups(context);
  const members = uniqueSortedIds(params.members);
  const subgroups = uniqueSortedIds(params.subgroups ?? []);
  await requireActivePeople(context, members);
  await checkSubgroups(context, subgroups);
  const settings = await settingsOf(context, params);
  await checkNameIsFree(context, name);
  const [row] = await tx
    .insert(userGroups)
    .values({
      ...{ realm_id: realm.id, name, description, settings },
      ...{ creator_id: user.id, date_created: new Date(clock.now()) },
    })
    .returning();
  if (!row) throw new Error('the group was not inserted');
  await insertGroupMembers(context, row.id, members);
  await insertSubgroups(context, row.id, subgroups);
  const group = wireGroup(row, await loadSettingSerializer(context), { members, subgroups });
  announceGroup(context, row, { op: 'add', group });
  await recordAuditedChange(context, {
    ...{ action: 'group.created', modified_group_id: row.id },
    after: { name, description, members, direct_subgroup_ids: subgroups, ...settings },
  });
  await postMembershipNotices(context, row, 'added', members);
  return row.id;
}

/** The given settings, checked. The others keep their defaults. */
async function settingsOf(context: ServiceContext, params: ParsedOf<typeof createUserGroup>) {
  const given = groupPermissionNames.flatMap((name) => {
    const value = params[name];
    return value === undefined ? [] : [{ name, rule: groupPermissions[name], value }];
  });
  const values = await checkGroupSettings(context, given);
  return Object.fromEntries(given.map(({ name }, i) => [name, values[i]!]));
}

/**
 * Throws CANNOT_DEACTIVATE_GROUP_IN_USE with the places where the group is used: as a subgroup of
 * an active group, and in settings of the organization, of channels, and of other active groups.
 * Its own settings don't count. For channels that the caller can't see, lists only the settings.
 * https://zulip.com/api/deactivate-user-group
 */
async function requireGroupNotInUse(context: ServiceContext, group: GroupRow): Promise<void> {
  const objections = [
    ...(await subgroupObjections(context, group.id)),
    ...realmObjections(context, group.id),
    ...(await channelObjections(context, group.id)),
    ...(await groupObjections(context, group.id)),
  ];
  if (objections.length === 0) return;
  throw new ServiceFailure(
    'CANNOT_DEACTIVATE_GROUP_IN_USE',
    'This group is in use and cannot be deactivated.',
    400,
    { objections },
  );
}

async function subgroupObjections({ tx }: ServiceContext, id: number) {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`select g.id from user_group_subgroups s join user_groups g on g.id = s.group_id
      where s.subgroup_id = ${id} and not g.deactivated order by g.id`,
  );
  if (rows.length === 0) return [];
  return [{ type: 'subgroup', supergroup_ids: rows.map((row) => row.id) }];
}

function realmObjections({ realm }: ServiceContext, id: number) {
  const settings = allRealmPermissionNames.filter((name) => names(realm.settings[name], id));
  return settings.length > 0 ? [{ type: 'realm', settings }] : [];
}

interface Settings extends Record<string, unknown> {
  readonly id: number;
  readonly settings: Record<string, GroupSetting>;
}

async function channelObjections(context: ServiceContext, id: number) {
  const { tx, realm } = context;
  const rows = await tx
    .select()
    .from(streams)
    .where(and(eq(streams.realm_id, realm.id), eq(streams.is_archived, false), mentions(id)))
    .orderBy(streams.id);
  if (rows.length === 0) return [];
  const access = await loadChannelAccess(context);
  return rows.map((row) => ({
    type: 'channel',
    ...(access.seesMetadata(row) && { channel_id: row.id }),
    settings: settingsWith(row, id),
  }));
}

async function groupObjections({ tx, realm }: ServiceContext, id: number) {
  const rows = await queryRows<Settings>(
    tx,
    sql`select id, settings from user_groups where realm_id = ${realm.id} and not deactivated
      and id <> ${id} and ${mentions(id)} order by id`,
  );
  return rows.map((row) => ({
    type: 'user_group',
    group_id: row.id,
    settings: settingsWith(row, id),
  }));
}

/** Condition that one of a row's settings is the group or contains it. */
function mentions(id: number) {
  return sql`jsonb_path_exists(settings, '$.* ? (@ == $id || @.direct_subgroups[*] == $id)',
    jsonb_build_object('id', ${id}::int))`;
}

function settingsWith({ settings }: Pick<Settings, 'settings'>, id: number): string[] {
  return Object.keys(settings)
    .filter((name) => names(settings[name], id))
    .toSorted();
}

function names(setting: unknown, id: number): boolean {
  const value = setting as GroupSetting | undefined;
  return value === id || (typeof value === 'object' && value.direct_subgroups.includes(id));
}

/** Ids of the members, ascending. */
async function membersIn(context: ServiceContext, user_group_id: number, direct = false) {
  const group = await findGroup(context, user_group_id);
  if (direct) return (await loadDirectMembers(context, group)).members;
  return (await loadSettingMembers(context, group.id)).toSorted((a, b) => a - b);
}

export const userGroupHandlers = {
  createUserGroup: async (context, params) => ({
    group_id: await createGroup(context, params),
  }),

  getUserGroups: async (context, params) => ({
    user_groups: await listGroups(context, params.include_deactivated_groups ?? false),
  }),

  async updateUserGroup(context, params) {
    const { user_group_id, ...changes } = params;
    if (Object.values(changes).every((value) => value === undefined)) {
      throw badRequest('No new data supplied');
    }
    await editGroup(context, await findGroupToChange(context, user_group_id), changes);
  },

  async deactivateUserGroup(context, params) {
    const group = await findGroupToChange(context, params.user_group_id);
    await requireCanManageGroup(context, group);
    if (group.deactivated) throw badRequest('User group is already deactivated.');
    await requireGroupNotInUse(context, group);
    await context.tx
      .update(userGroups)
      .set({ deactivated: true })
      .where(eq(userGroups.id, group.id));
    const group_id = group.id;
    announceGroupActivity(
      context,
      { group_id, data: { deactivated: true } },
      { op: 'remove', group_id },
    );
    await recordAuditedChange(context, {
      ...{ action: 'group.deactivated', modified_group_id: group_id },
      before: { name: group.name },
    });
  },

  getUserGroupMembers: async (context, params) => ({
    members: [...(await membersIn(context, params.user_group_id, params.direct_member_only))],
  }),

  async getIsUserGroupMember(context, params) {
    const { user_id } = params;
    const [person] = isRowId(user_id) ? await listVisibleUsers(context, eq(users.id, user_id)) : [];
    const members = await membersIn(context, params.user_group_id, params.direct_member_only);
    if (!person) throw badRequest(`Invalid user ID: ${user_id}`);
    return { is_user_group_member: members.includes(person.id) };
  },

  async getUserGroupSubgroups(context, { user_group_id, direct_subgroup_only }) {
    const group = await findGroup(context, user_group_id);
    const subgroups = direct_subgroup_only
      ? (await loadDirectMembers(context, group)).subgroups
      : await nestedSubgroups(context, [group.id]);
    return { subgroups: [...subgroups] };
  },

  async updateUserGroupMembers(
    context,
    { user_group_id, add = [], delete: leave = [], add_subgroups = [], delete_subgroups = [] },
  ) {
    if ([add, leave, add_subgroups, delete_subgroups].every(({ length }) => length === 0)) {
      throw badRequest('Specify the people to add or remove.');
    }
    const group = await findGroupToChange(context, user_group_id);
    await addGroupMembers(context, group, add);
    await removeGroupMembers(context, group, leave);
    await addSubgroups(context, group, add_subgroups);
    await removeSubgroups(context, group, delete_subgroups);
  },

  async updateUserGroupSubgroups(context, { user_group_id, add = [], delete: leave = [] }) {
    if (add.length + leave.length === 0) throw badRequest('Specify the groups to add or remove.');
    const group = await findGroupToChange(context, user_group_id);
    await addSubgroups(context, group, add);
    await removeSubgroups(context, group, leave);
  },
} satisfies Partial<OperationHandlers>;
