import type { createUserGroup } from '$lib/api/user-groups';
import type { ParsedOf } from '$lib/api/define-operation';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { uniqueSortedIds } from '../db/ids';
import { userGroups } from '../db/schema/groups';
import { checkGroupSettings, requireActivePeople } from '../permissions/setting-value';
import { groupPermissionNames, groupPermissions } from '../permissions/table';
import { loadSettingSerializer } from '../permissions/setting-serializer';
import { announceGroup } from './announce';
import { checkNameIsFree, lockGroups } from './find';
import { insertGroupMembers } from './members';
import { postMembershipNotices } from './membership-notices';
import { requireCanCreateGroups } from './group-permissions';
import { checkSubgroups, insertSubgroups } from './subgroups';
import { wireGroup } from './wire';

/** Creates a group as requested. Returns its id. https://zulip.com/api/create-user-group */
export async function createGroup(
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
