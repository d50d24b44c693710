import type { ParamsOf } from '../../api/define';
import type { GroupSettingChange, GroupSettingValue } from '../../api/group-setting';
import type {
  createUserGroup,
  updateUserGroup,
  updateUserGroupMembers,
  UserGroup,
} from '../../api/user-groups';
import { groupSettingNames, type GroupSettingName } from './group-settings';

/** A group as it is wished to be. */
export interface GroupWish {
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
  readonly subgroups: readonly number[];
  /** Those that are told. */
  readonly settings: Readonly<Partial<Record<GroupSettingName, GroupSettingValue>>>;
}

export const wishOf = (group: UserGroup): GroupWish => ({
  name: group.name,
  description: group.description,
  members: group.members,
  subgroups: group.direct_subgroup_ids,
  settings: Object.fromEntries(
    groupSettingNames.flatMap((name) => (group[name] === undefined ? [] : [[name, group[name]]])),
  ),
});

/** To be made; a setting that nobody has touched is left to the server. */
export function creation(wish: GroupWish): ParamsOf<typeof createUserGroup> {
  const { name, description, members, subgroups, settings } = wish;
  return {
    ...{ name, description, members: [...members], ...settings },
    ...(subgroups.length > 0 && { subgroups: [...subgroups] }),
  };
}

/** What is to be changed, against what the server told; undefined where nothing is. */
export function valueChanges(
  group: UserGroup,
  wish: GroupWish,
): ParamsOf<typeof updateUserGroup> | undefined {
  const settings = groupSettingNames.flatMap((name): [GroupSettingName, GroupSettingChange][] => {
    const [before, value] = [group[name], wish.settings[name]];
    if (value === undefined || JSON.stringify(value) === JSON.stringify(before)) return [];
    return [[name, { new: value, ...(before !== undefined && { old: before }) }]];
  });
  const texts = {
    ...(wish.name !== group.name && { name: wish.name }),
    ...(wish.description !== group.description && { description: wish.description }),
  };
  if (settings.length === 0 && Object.keys(texts).length === 0) return undefined;
  return { user_group_id: group.id, ...texts, ...Object.fromEntries(settings) };
}

/** The same for who is in it. */
export function memberChanges(
  group: UserGroup,
  wish: GroupWish,
): ParamsOf<typeof updateUserGroupMembers> | undefined {
  const lists = {
    add: missing(wish.members, group.members),
    delete: missing(group.members, wish.members),
    add_subgroups: missing(wish.subgroups, group.direct_subgroup_ids),
    delete_subgroups: missing(group.direct_subgroup_ids, wish.subgroups),
  };
  const given = Object.entries(lists).filter(([, ids]) => ids.length > 0);
  return given.length === 0
    ? undefined
    : { user_group_id: group.id, ...(Object.fromEntries(given) as Partial<typeof lists>) };
}

function missing(ids: readonly number[], among: readonly number[]): number[] {
  const there = new Set(among);
  return ids.filter((id) => !there.has(id));
}
