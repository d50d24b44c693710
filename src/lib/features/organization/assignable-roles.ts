import { roleLabels } from '../../writing/people/role-labels';
import { roleOf, type RoleHolder } from '../../api/roles';
import { canInviteAs } from '../../api/permissions/organization';

/**
 * The roles that a user with role `own` can assign: none above their own, and those above member
 * only as an administrator. https://zulip.com/api/create-invite-link
 */
export function assignableRoles(own: number): { value: string; label: string }[] {
  return Object.entries(roleLabels)
    .filter(([role]) => canInviteAs({ role: own }, Number(role)))
    .map(([value, label]) => ({ value, label: label() }));
}

/**
 * Whether a bot has more permissions than its owner, who has its key.
 */
export function isBotAboveOwner(bot: RoleHolder, owner: RoleHolder | undefined): boolean {
  return owner !== undefined && roleOf(bot) < roleOf(owner);
}
