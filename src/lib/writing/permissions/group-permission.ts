import * as v from 'valibot';
import { groupSetting, type GroupSettingValue } from '../../api/group-setting';
import type { RegisterState } from '../../api/register';

/** A group as the state has it. https://zulip.com/api/get-user-groups */
export interface StateGroup {
  readonly id: number;
  readonly name: string;
  readonly members: readonly number[];
  readonly direct_subgroup_ids?: readonly number[];
}

/**
 * Whether a group-setting value includes a user, directly or through subgroups at any depth. True
 * if a group is unknown: the server decides in the end. https://zulip.com/api/group-setting-values
 */
export function includesUser(
  value: GroupSettingValue,
  user_id: number,
  groups: readonly StateGroup[],
): boolean {
  const all = new Map(groups.map((group) => [group.id, group]));
  const seen = new Set<number>();
  const open = typeof value === 'number' ? [value] : [...value.direct_subgroups];
  if (typeof value !== 'number' && value.direct_members.includes(user_id)) return true;
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const group = all.get(id);
    if (!group || group.members.includes(user_id)) return true;
    open.push(...(group.direct_subgroup_ids ?? []));
  }
  return false;
}

interface PermissionHolder {
  readonly state: RegisterState | null;
  readonly user_id: number | undefined;
}

/** Whether the user is in any of these; undefined if the server has sent none of them. */
export function isInAnyGroup(
  values: readonly unknown[],
  { state, user_id }: PermissionHolder,
): boolean | undefined {
  const known = values.flatMap((value) => {
    const parsed = v.safeParse(groupSetting, value);
    return parsed.success ? [parsed.output] : [];
  });
  if (known.length === 0) return undefined;
  if (user_id === undefined) return false;
  return known.some((value) => includesUser(value, user_id, state?.realm_user_groups ?? []));
}
