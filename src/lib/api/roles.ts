/** The API's roles: the lower the number, the more a user can do. https://zulip.com/help/user-roles */
export const userRole = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const;
export type UserRole = (typeof userRole)[keyof typeof userRole];

/** Highest first. */
export const userRoles = [
  userRole.owner,
  userRole.administrator,
  userRole.moderator,
  userRole.member,
  userRole.guest,
] as const;

/** A user as far as roles matter. Servers can leave the role out. */
export interface RoleHolder {
  readonly role?: number | undefined;
}

/** Users whose role isn't known count as members. */
export const roleOf = (user: RoleHolder | undefined): number => user?.role ?? userRole.member;

export const isOwner = (user: RoleHolder | undefined) => roleOf(user) <= userRole.owner;
/** Here and below, higher roles count too. */
export const isAdministrator = (user: RoleHolder | undefined) =>
  roleOf(user) <= userRole.administrator;
export const isModerator = (user: RoleHolder | undefined) => roleOf(user) <= userRole.moderator;
export const isGuest = (user: RoleHolder | undefined) => roleOf(user) >= userRole.guest;

/** The system groups that contain a role and all above it, fewest users first. */
export const roleGroups = [
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
] as const;
export type RoleGroup = (typeof roleGroups)[number];

/**
 * The lowest role that each group contains. Members are in `role:fullmembers` only after their
 * waiting period.
 */
export const lowestRoleIn: Readonly<Record<RoleGroup, UserRole>> = {
  'role:owners': userRole.owner,
  'role:administrators': userRole.administrator,
  'role:moderators': userRole.moderator,
  'role:fullmembers': userRole.member,
  'role:members': userRole.member,
  'role:everyone': userRole.guest,
  'role:internet': userRole.guest,
};

/** Whether a user's role puts them in the group, whether or not they are new. */
export function isInRoleGroup(user: RoleHolder | undefined, group: RoleGroup): boolean {
  return roleOf(user) <= lowestRoleIn[group];
}
