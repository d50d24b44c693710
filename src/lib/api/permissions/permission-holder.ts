import type { ChannelPermission } from '../channels';
import type { GroupSettingValue } from '../group-setting';
import type { RealmPermissionName } from '../realm-permissions';
import { isGuest } from '../roles';

/*
 * Who can do what, for both ends: the service decides with these rules, and the pages offer what
 * they allow. Each end loads the facts in its own way and passes them as a `PermissionHolder`.
 */

export type GroupPermissionName =
  | 'can_add_members_group'
  | 'can_join_group'
  | 'can_leave_group'
  | 'can_manage_group'
  | 'can_mention_group'
  | 'can_remove_members_group';

/**
 * A user, with what settings grant them. Undefined means that the server has no such setting, which
 * only happens with older servers. Each end has its own kind of channel and group.
 */
export interface PermissionHolder<Stream = never, Group = never> {
  readonly user_id: number | undefined;
  readonly role: number;
  realmHas(name: RealmPermissionName): boolean | undefined;
  streamHas(stream: Stream, name: ChannelPermission): boolean | undefined;
  groupHas(group: Group, name: GroupPermissionName): boolean | undefined;
}

/** Whether any of these is granted; undefined if the server has none of the settings. */
export function isAnyGranted(...grants: readonly (boolean | undefined)[]): boolean | undefined {
  if (grants.includes(true)) return true;
  return grants.includes(false) ? false : undefined;
}

/** Whether an id is the user's own. Nothing is while the user isn't known yet. */
export function isOwnId(
  { user_id }: Pick<PermissionHolder, 'user_id'>,
  id: number | null | undefined,
): boolean {
  return user_id !== undefined && id === user_id;
}

/**
 * Whether a setting's value includes a user. `isInGroup` also knows members of subgroups.
 * https://zulip.com/api/group-setting-values
 */
export function includesHolder(
  value: GroupSettingValue,
  user_id: number,
  isInGroup: (group_id: number) => boolean,
): boolean {
  if (typeof value === 'number') return isInGroup(value);
  return value.direct_members.includes(user_id) || value.direct_subgroups.some(isInGroup);
}

/** Guests have only permissions that can be granted to everyone, even if they are listed. */
export function canHold(
  holder: Pick<PermissionHolder, 'role'>,
  { allow_everyone_group }: { readonly allow_everyone_group: boolean },
): boolean {
  return allow_everyone_group || !isGuest(holder);
}
