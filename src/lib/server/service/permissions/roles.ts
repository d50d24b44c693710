import {
  isGuest,
  isInRoleGroup,
  isModerator,
  lowestRoleIn,
  roleGroups,
  type RoleGroup,
} from '$lib/api/roles';
import type { RealmRow, UserRow } from '../model';

type Person = Pick<UserRow, 'role' | 'date_joined'>;

/** Whether the waiting period is over. Moderators and above always count as full members. */
export function isFullMember(user: Person, realm: RealmRow, now: number): boolean {
  if (isModerator(user)) return true;
  if (isGuest(user)) return false;
  const days = Number(realm.settings['waiting_period_threshold'] ?? 0);
  return now - user.date_joined.getTime() >= days * 86_400_000;
}

const outermostFirst = roleGroups.toReversed();

/** The system groups that contain a user by role, including nested ones, outermost first. */
export function systemGroupsOf(user: Person, realm: RealmRow, now: number): RoleGroup[] {
  return outermostFirst.filter(
    (group) =>
      isInRoleGroup(user, group) &&
      (group !== 'role:fullmembers' || isFullMember(user, realm, now)),
  );
}

/** The groups that list a user as a direct member: their role's, and additionally full members. */
export function roleGroupOf(user: Person, realm: RealmRow, now: number): RoleGroup[] {
  return systemGroupsOf(user, realm, now).filter(
    (group) => group !== 'role:internet' && lowestRoleIn[group] === user.role,
  );
}
