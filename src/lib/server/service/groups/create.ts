import type { createUserGroup } from '$lib/api/user-groups';
import type { ParsedOf } from '$lib/api/define';
import { recordChange } from '../audit/record';
import type { Context } from '../context';
import { inOrder } from '../db/ids';
import { userGroups } from '../db/schema/groups';
import { checkGroupSettings, checkPeople } from '../permissions/setting-value';
import { groupPermissionNames, groupPermissions } from '../permissions/table';
import { loadToldSettings } from '../permissions/told';
import { announceGroup } from './announce';
import { checkNameIsFree, lockGroups } from './find';
import { insertMembers } from './members';
import { noteMembership } from './notices';
import { checkMayCreate } from './rights';
import { checkSubgroups, insertSubgroups } from './subgroups';
import { wireGroup } from './wire';

/** Makes a group as its creator describes it; its id. https://zulip.com/api/create-user-group */
export async function createGroup(
  context: Context,
  params: ParsedOf<typeof createUserGroup>,
): Promise<number> {
  const { tx, user, realm, clock } = context;
  const { name, description } = params;
  await checkMayCreate(context);
  await lockGroups(context);
  const members = inOrder(params.members);
  const subgroups = inOrder(params.subgroups ?? []);
  await checkPeople(context, members);
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
  await insertMembers(context, row.id, members);
  await insertSubgroups(context, row.id, subgroups);
  const group = wireGroup(row, await loadToldSettings(context), { members, subgroups });
  announceGroup(context, row, { op: 'add', group });
  await recordChange(context, {
    ...{ action: 'group.created', modified_group_id: row.id },
    after: { name, description, members, direct_subgroup_ids: subgroups, ...settings },
  });
  await noteMembership(context, row, 'added', members);
  return row.id;
}

/** Those that were given, checked; the others keep to their defaults. */
async function settingsOf(context: Context, params: ParsedOf<typeof createUserGroup>) {
  const given = groupPermissionNames.flatMap((name) => {
    const value = params[name];
    return value === undefined ? [] : [{ name, rule: groupPermissions[name], value }];
  });
  const values = await checkGroupSettings(context, given);
  return Object.fromEntries(given.map(({ name }, i) => [name, values[i]!]));
}
