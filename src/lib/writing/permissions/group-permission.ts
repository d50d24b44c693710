import type { GroupSettingValue } from '../../api/group-setting';
import type { RegisterState } from '../../api/register';
import { includesHolder } from '../../api/permissions/permission-holder';

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
  const isInGroup = (id: number): boolean => {
    if (seen.has(id)) return false;
    seen.add(id);
    const group = all.get(id);
    if (!group || group.members.includes(user_id)) return true;
    return (group.direct_subgroup_ids ?? []).some(isInGroup);
  };
  return includesHolder(value, user_id, isInGroup);
}

/**
 * The default of a permission for a new object. If the name isn't a group's, it stands for the
 * creator.
 */
export function defaultPermissionOf(
  { default_group_name }: { readonly default_group_name: string },
  state: RegisterState | null,
): GroupSettingValue {
  const group = state?.realm_user_groups?.find(({ name }) => name === default_group_name);
  if (group) return group.id;
  const creator = state?.user_id;
  return { direct_members: creator === undefined ? [] : [creator], direct_subgroups: [] };
}

/**
 * Value of a `realm_` property by its name without the prefix. The state keeps unknown properties
 * as received.
 */
export function realmValue(
  { state }: { readonly state: RegisterState | null },
  name: string,
): unknown {
  return (state as Readonly<Record<string, unknown>> | null)?.[`realm_${name}`];
}
