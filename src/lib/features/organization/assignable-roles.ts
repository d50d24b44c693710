import { roleLabels } from '../../writing/people/role-labels';

const [administrator, member] = [200, 400];

/**
 * The roles that a user with role `own` can assign: none above their own, and those above member
 * only as an administrator. https://zulip.com/api/create-invite-link
 */
export function assignableRoles(own: number): { value: string; label: string }[] {
  const highest = own <= administrator ? own : Math.max(own, member);
  return Object.entries(roleLabels)
    .filter(([role]) => Number(role) >= highest)
    .map(([value, label]) => ({ value, label: label() }));
}

/**
 * Whether a bot has more permissions than its owner, who has its key. Unknown roles count as
 * member.
 */
export function isBotAboveOwner(
  bot: { readonly role?: number | undefined },
  owner: { readonly role?: number | undefined } | undefined,
): boolean {
  return owner !== undefined && (bot.role ?? member) < (owner.role ?? member);
}
