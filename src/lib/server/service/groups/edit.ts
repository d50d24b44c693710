import type { ParsedOf } from '$lib/api/define-operation';
import type { updateUserGroup } from '$lib/api/user-groups';
import { eq } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { userGroups, type GroupSetting } from '../db/schema/groups';
import { badRequest } from '../failure';
import { loadSystemGroups } from '../permissions/load';
import { changeGroupSetting, sameSetting } from '../permissions/setting-value';
import { groupPermissionNames, groupPermissions } from '../permissions/table';
import { loadSettingSerializer } from '../permissions/setting-serializer';
import { announceGroupActivity, announceGroup } from './announce';
import { checkNameIsFree, type GroupRow } from './find';
import { requireCanManageGroup } from './group-permissions';
import { loadDirectMembers, wireGroup } from './wire';

type Changes = Omit<ParsedOf<typeof updateUserGroup>, 'user_group_id'>;

/** Changes and announces only given values that differ. https://zulip.com/api/update-user-group */
export async function editGroup(
  context: ServiceContext,
  group: GroupRow,
  given: Changes,
): Promise<void> {
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
