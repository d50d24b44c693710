import { m } from '$lib/paraglide/messages';
import { roleOf, userRole, type RoleHolder } from '../../api/roles';

export const roleLabels: Readonly<Record<number, () => string>> = {
  [userRole.owner]: m.ui_owner,
  [userRole.administrator]: m.ui_administrator,
  [userRole.moderator]: m.ui_moderator,
  [userRole.member]: m.ui_member,
  [userRole.guest]: m.ui_guest,
};

/** Undefined for members: most people are, so lists don't show that role. */
export function notableRoleLabel(user: RoleHolder): string | undefined {
  const role = roleOf(user);
  return role === userRole.member ? undefined : roleLabels[role]?.();
}
