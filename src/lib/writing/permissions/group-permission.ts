import type { GroupSettingValue } from '../../api/group-setting';
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
