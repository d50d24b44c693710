import type { ParamsOf } from '../../api/define-operation';
import type { GroupSettingChange, GroupSettingValue } from '../../api/group-setting';
import type {
  createUserGroup,
  updateUserGroup,
  updateUserGroupMembers,
  UserGroup,
} from '../../api/user-groups';
import { groupSettingNames, type GroupSettingName } from './group-settings';

/** The group as the user wants it. */
export interface DesiredGroup {
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
  readonly subgroups: readonly number[];
  /** Only those the server returned or the user has set. */
  readonly settings: Readonly<Partial<Record<GroupSettingName, GroupSettingValue>>>;
}

export const desiredGroupOf = (group: UserGroup): DesiredGroup => ({
  name: group.name,
  description: group.description,
  members: group.members,
  subgroups: group.direct_subgroup_ids,
  settings: Object.fromEntries(
    groupSettingNames.flatMap((name) => (group[name] === undefined ? [] : [[name, group[name]]])),
  ),
});

/** Parameters of a new group. Settings the user hasn't touched are left to the server. */
export function newGroupParams(desired: DesiredGroup): ParamsOf<typeof createUserGroup> {
  const { name, description, members, subgroups, settings } = desired;
  return {
    ...{ name, description, members: [...members], ...settings },
    ...(subgroups.length > 0 && { subgroups: [...subgroups] }),
  };
}

/**
 * Parameters that change a group from how it was shown. Undefined if nothing needs to change.
 * `now`: the current group, which an earlier attempt or another user might already have changed as
 * wanted.
 */
export function groupUpdateParams(
  group: UserGroup,
  desired: DesiredGroup,
  now: UserGroup = group,
): ParamsOf<typeof updateUserGroup> | undefined {
  const settings = groupSettingNames.flatMap((name): [GroupSettingName, GroupSettingChange][] => {
    const [before, value] = [group[name], desired.settings[name]];
    if (value === undefined || isSame(value, before) || isSame(value, now[name])) return [];
    return [[name, { new: value, ...(before !== undefined && { old: before }) }]];
  });
  const texts = (['name', 'description'] as const).flatMap((name) =>
    desired[name] === group[name] || desired[name] === now[name]
      ? []
      : [[name, desired[name]] as const],
  );
  const all = [...texts, ...settings];
  return all.length === 0 ? undefined : { user_group_id: group.id, ...Object.fromEntries(all) };
}

/** The same for members and subgroups. */
export function groupMemberUpdateParams(
  group: UserGroup,
  desired: DesiredGroup,
  now: UserGroup = group,
): ParamsOf<typeof updateUserGroupMembers> | undefined {
  const members = changed(desired.members, group.members, now.members);
  const groups = changed(desired.subgroups, group.direct_subgroup_ids, now.direct_subgroup_ids);
  const lists = {
    add: members.added,
    delete: members.gone,
    add_subgroups: groups.added,
    delete_subgroups: groups.gone,
  };
  const given = Object.entries(lists).filter(([, ids]) => ids.length > 0);
  return given.length === 0
    ? undefined
    : { user_group_id: group.id, ...(Object.fromEntries(given) as Partial<typeof lists>) };
}

function changed(desired: readonly number[], before: readonly number[], now: readonly number[]) {
  const gone = missing(before, desired);
  return {
    added: missing(missing(desired, before), now),
    // Of the removed ones, those that are still in it.
    gone: missing(gone, missing(gone, now)),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function missing(ids: readonly number[], among: readonly number[]): number[] {
  const there = new Set(among);
  return ids.filter((id) => !there.has(id));
}
