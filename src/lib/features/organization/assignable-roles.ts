import { roleLabels } from '../../writing/people/role-labels';

const [administrator, member] = [200, 400];

/**
 * The roles that somebody of this one may give: none above their own, and those above a member are given
 * by administrators alone. https://zulip.com/api/create-invite-link
 */
export function assignableRoles(own: number): { value: string; label: string }[] {
  const highest = own <= administrator ? own : Math.max(own, member);
  return Object.entries(roleLabels)
    .filter(([role]) => Number(role) >= highest)
    .map(([value, label]) => ({ value, label: label() }));
}

/** Whether a bot may do more than its owner, who has its key. Roles that nobody told of are members. */
export function isBotAboveOwner(
  bot: { readonly role?: number | undefined },
  owner: { readonly role?: number | undefined } | undefined,
): boolean {
  return owner !== undefined && (bot.role ?? member) < (owner.role ?? member);
}
