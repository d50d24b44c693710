import { isGuest } from '../roles';
import { isAnyGranted, type GroupPermissionName, type PermissionHolder } from './permission-holder';

/*
 * Rules about user-created groups. Who can manage a group can do everything with it.
 * https://zulip.com/help/manage-user-groups
 */

export const canCreateGroups = (holder: PermissionHolder): boolean =>
  !isGuest(holder) && (holder.realmHas('can_create_groups') ?? true);

/** Whether the user can manage the group, or has one of these permissions for it. */
export function hasGroupPermission<G>(
  holder: PermissionHolder<never, G>,
  group: G,
  ...names: readonly GroupPermissionName[]
): boolean {
  return (
    isAnyGranted(
      holder.realmHas('can_manage_all_groups'),
      holder.groupHas(group, 'can_manage_group'),
      ...names.map((name) => holder.groupHas(group, name)),
    ) ?? !isGuest(holder)
  );
}

/** Before feature level 299, an edit policy decides that only the server can apply. */
export function canManageGroup<G>(holder: PermissionHolder<never, G>, group: G): boolean {
  if (holder.realmHas('can_manage_all_groups') === undefined) return !isGuest(holder);
  return hasGroupPermission(holder, group);
}

export function canAddGroupMembers<G>(holder: PermissionHolder<never, G>, group: G): boolean {
  return hasGroupPermission(holder, group, 'can_add_members_group');
}

export function canJoinGroup<G>(holder: PermissionHolder<never, G>, group: G): boolean {
  return hasGroupPermission(holder, group, 'can_add_members_group', 'can_join_group');
}

export function canLeaveGroup<G>(holder: PermissionHolder<never, G>, group: G): boolean {
  return hasGroupPermission(holder, group, 'can_remove_members_group', 'can_leave_group');
}

/** Managers of a group can't mention it just because of that. */
export function canMentionGroup<G>(holder: PermissionHolder<never, G>, group: G): boolean {
  return holder.groupHas(group, 'can_mention_group') ?? true;
}
