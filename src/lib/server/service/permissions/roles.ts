import type { RealmRow, UserRow } from '../model';

export const role = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const;

type Person = Pick<UserRow, 'role' | 'date_joined'>;

export const isAdministrator = (user: Pick<UserRow, 'role'>) => user.role <= role.administrator;
export const isGuest = (user: Pick<UserRow, 'role'>) => user.role >= role.guest;

/** Whether the waiting period is over. Moderators and above always count as full members. */
export function isFullMember(user: Person, realm: RealmRow, now: number): boolean {
  if (user.role <= role.moderator) return true;
  if (user.role !== role.member) return false;
  const days = Number(realm.settings['waiting_period_threshold'] ?? 0);
  return now - user.date_joined.getTime() >= days * 86_400_000;
}

/** The system groups that contain a user by role, including nested ones. */
export function systemGroupsOf(user: Person, realm: RealmRow, now: number): string[] {
  const groups = ['role:internet', 'role:everyone'];
  if (user.role <= role.member) groups.push('role:members');
  if (isFullMember(user, realm, now)) groups.push('role:fullmembers');
  if (user.role <= role.moderator) groups.push('role:moderators');
  if (user.role <= role.administrator) groups.push('role:administrators');
  if (user.role <= role.owner) groups.push('role:owners');
  return groups;
}

/** The groups that list a user as a direct member: their role's, and additionally full members. */
export function roleGroupOf(user: Person, realm: RealmRow, now: number): string[] {
  switch (user.role) {
    case role.owner:
      return ['role:owners'];
    case role.administrator:
      return ['role:administrators'];
    case role.moderator:
      return ['role:moderators'];
    case role.guest:
      return ['role:everyone'];
    default:
      return isFullMember(user, realm, now)
        ? ['role:members', 'role:fullmembers']
        : ['role:members'];
  }
}
