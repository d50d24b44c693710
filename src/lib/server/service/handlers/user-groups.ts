import { eq, and, sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { userGroups, type GroupSetting } from '../db/schema/groups';
import { users } from '../db/schema/users';
import { badRequest, ServiceFailure } from '../failure';
import { announceGroupActivity } from '../groups/announce';
import { createGroup } from '../groups/create';
import { editGroup } from '../groups/edit';
import { findGroup, findGroupToChange, type GroupRow } from '../groups/find';
import { addGroupMembers, removeGroupMembers } from '../groups/members';
import { requireCanManageGroup } from '../groups/group-permissions';
import { addSubgroups, nestedSubgroups, removeSubgroups } from '../groups/subgroups';
import { listGroups, loadDirectMembers } from '../groups/wire';
import type { OperationHandlers } from '../handler';
import { loadSettingMembers } from '../permissions/load';
import { listVisibleUsers } from '../users/visible';
import { loadChannelAccess } from '../channels/load';
import { queryRows } from '../db/query-rows';
import { streams } from '../db/schema/streams';
import { allRealmPermissionNames } from '../permissions/table';

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
    return {};
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
    return {};
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
    return {};
  },

  async updateUserGroupSubgroups(context, { user_group_id, add = [], delete: leave = [] }) {
    if (add.length + leave.length === 0) throw badRequest('Specify the groups to add or remove.');
    const group = await findGroupToChange(context, user_group_id);
    await addSubgroups(context, group, add);
    await removeSubgroups(context, group, leave);
    return {};
  },
} satisfies Partial<OperationHandlers>;
