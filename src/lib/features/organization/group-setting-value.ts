import type { GroupSettingValue } from '../../api/group-setting';
import { roleGroups } from '../../api/roles';
import { memberIdsOfGroups } from '../../writing/permissions/group-members';
import type { StateGroup } from '../../writing/permissions/group-permission';

/** The values that the server allows for a permission. https://zulip.com/api/register-queue */
export interface GroupSettingLimits {
  readonly require_system_group: boolean;
  readonly allow_internet_group: boolean;
  readonly allow_nobody_group: boolean;
  readonly allow_everyone_group: boolean;
  /** The default: name of a system group, or a keyword for the creator that names no group. */
  readonly default_group_name: string;
  /** Any system group if empty. */
  readonly allowed_system_groups: readonly string[];
}

/** People and groups, from either form of the value. */
export interface PeopleAndGroups {
  readonly people: readonly number[];
  readonly groups: readonly number[];
}

/** The system groups, fewest users first. */
export const systemGroupNames = ['role:nobody', ...roleGroups] as const;
export type SystemGroupName = (typeof systemGroupNames)[number];

/** A group's id means just that group. Nobody is an empty choice. */
export function peopleAndGroupsOf(value: GroupSettingValue): PeopleAndGroups {
  if (typeof value === 'number') return { people: [], groups: [value] };
  return { people: value.direct_members, groups: value.direct_subgroups };
}

/** Uses the short form where possible, as the server does. */
export function toGroupSettingValue({ people, groups }: PeopleAndGroups): GroupSettingValue {
  const [only] = groups;
  if (only !== undefined && groups.length === 1 && people.length === 0) return only;
  return { direct_members: [...people], direct_subgroups: [...groups] };
}

/** The role-based group that a value equals. Undefined for other groups and for people. */
export function roleGroupInValue(
  value: GroupSettingValue,
  groups: readonly StateGroup[],
): SystemGroupName | undefined {
  const { people, groups: ids } = peopleAndGroupsOf(value);
  if (people.length > 0 || ids.length !== 1) return undefined;
  const name = groups.find(({ id }) => id === ids[0])?.name;
  return systemGroupNames.find((role) => role === name);
}

/** The role-based groups of the organization that a permission allows. */
export function roleGroupsAllowedBy(
  rule: GroupSettingLimits,
  groups: readonly StateGroup[],
): readonly SystemGroupName[] {
  const { allowed_system_groups: allowed } = rule;
  return systemGroupNames.filter((role) => {
    if (!groups.some(({ name }) => name === role)) return false;
    if (allowed.length > 0) return allowed.includes(role);
    if (role === 'role:nobody') return rule.allow_nobody_group;
    if (role === 'role:everyone') return rule.allow_everyone_group;
    return role === 'role:internet' ? rule.allow_internet_group : true;
  });
}

/** All members, including those of subgroups, each once. */
export function allPeopleIn(
  value: GroupSettingValue,
  groups: readonly StateGroup[],
): ReadonlySet<number> {
  const { people, groups: ids } = peopleAndGroupsOf(value);
  return new Set([...people, ...memberIdsOfGroups(ids, groups)]);
}
