import type * as api from '$lib/api/user-groups';
import { eq } from 'drizzle-orm';
import { recordChange } from '../audit/record';
import type { Context } from '../context';
import { isRowId } from '../db/ids';
import { userGroups } from '../db/schema/groups';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import { announceActivity } from '../groups/announce';
import { createGroup } from '../groups/create';
import { editGroup } from '../groups/edit';
import { findGroup, findGroupToChange } from '../groups/find';
import { addMembers, removeMembers } from '../groups/members';
import { checkNotInUse } from '../groups/objections';
import { checkMay } from '../groups/rights';
import { addSubgroups, nestedSubgroups, removeSubgroups } from '../groups/subgroups';
import { listGroups, loadInside } from '../groups/wire';
import type { Handler } from '../handler';
import { membersOf } from '../permissions/load';
import { listVisibleUsers } from '../users/visible';

const createUserGroup: Handler<typeof api.createUserGroup> = async (context, params) => ({
  group_id: await createGroup(context, params),
});

const getUserGroups: Handler<typeof api.getUserGroups> = async (context, params) => ({
  user_groups: await listGroups(context, params.include_deactivated_groups ?? false),
});

const updateUserGroup: Handler<typeof api.updateUserGroup> = async (context, params) => {
  const { user_group_id, ...changes } = params;
  if (Object.values(changes).every((value) => value === undefined)) {
    throw badRequest('No new data supplied');
  }
  await editGroup(context, await findGroupToChange(context, user_group_id), changes);
  return {};
};

const deactivateUserGroup: Handler<typeof api.deactivateUserGroup> = async (context, params) => {
  const group = await findGroupToChange(context, params.user_group_id);
  await checkMay(context, group);
  if (group.deactivated) throw badRequest('User group is already deactivated.');
  await checkNotInUse(context, group);
  await context.tx.update(userGroups).set({ deactivated: true }).where(eq(userGroups.id, group.id));
  const group_id = group.id;
  announceActivity(context, { group_id, data: { deactivated: true } }, { op: 'remove', group_id });
  await recordChange(context, {
    ...{ action: 'group.deactivated', modified_group_id: group_id },
    before: { name: group.name },
  });
  return {};
};

/** Ascending. */
async function membersIn(context: Context, user_group_id: number, direct = false) {
  const group = await findGroup(context, user_group_id);
  if (direct) return (await loadInside(context, group)).members;
  return (await membersOf(context, group.id)).toSorted((a, b) => a - b);
}

const getUserGroupMembers: Handler<typeof api.getUserGroupMembers> = async (context, params) => ({
  members: [...(await membersIn(context, params.user_group_id, params.direct_member_only))],
});

const getIsUserGroupMember: Handler<typeof api.getIsUserGroupMember> = async (context, params) => {
  const { user_id } = params;
  const [person] = isRowId(user_id) ? await listVisibleUsers(context, eq(users.id, user_id)) : [];
  const members = await membersIn(context, params.user_group_id, params.direct_member_only);
  if (!person) throw badRequest(`Invalid user ID: ${user_id}`);
  return { is_user_group_member: members.includes(person.id) };
};

const getUserGroupSubgroups: Handler<typeof api.getUserGroupSubgroups> = async (
  context,
  { user_group_id, direct_subgroup_only },
) => {
  const group = await findGroup(context, user_group_id);
  const subgroups = direct_subgroup_only
    ? (await loadInside(context, group)).subgroups
    : await nestedSubgroups(context, [group.id]);
  return { subgroups: [...subgroups] };
};

const updateUserGroupMembers: Handler<typeof api.updateUserGroupMembers> = async (
  context,
  { user_group_id, add = [], delete: leave = [], add_subgroups = [], delete_subgroups = [] },
) => {
  if ([add, leave, add_subgroups, delete_subgroups].every(({ length }) => length === 0)) {
    throw badRequest('Nobody to add or remove is named.');
  }
  const group = await findGroupToChange(context, user_group_id);
  await addMembers(context, group, add);
  await removeMembers(context, group, leave);
  await addSubgroups(context, group, add_subgroups);
  await removeSubgroups(context, group, delete_subgroups);
  return {};
};

const updateUserGroupSubgroups: Handler<typeof api.updateUserGroupSubgroups> = async (
  context,
  { user_group_id, add = [], delete: leave = [] },
) => {
  if (add.length + leave.length === 0) throw badRequest('No groups to add or remove are named.');
  const group = await findGroupToChange(context, user_group_id);
  await addSubgroups(context, group, add);
  await removeSubgroups(context, group, leave);
  return {};
};

export const userGroupHandlers = {
  createUserGroup,
  getUserGroups,
  updateUserGroup,
  deactivateUserGroup,
  getUserGroupMembers,
  getIsUserGroupMember,
  getUserGroupSubgroups,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
};
