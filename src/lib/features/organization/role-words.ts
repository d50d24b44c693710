import { personRoles } from '../../writing/person-roles';

const [administrator, member] = [200, 400];

/**
 * The roles that somebody of this one may give: none above their own, and those above a member are given
 * by administrators alone. https://zulip.com/api/create-invite-link
 */
export function rolesBelow(own: number): { value: string; label: string }[] {
  const highest = own <= administrator ? own : Math.max(own, member);
  return Object.entries(personRoles)
    .filter(([role]) => Number(role) >= highest)
    .map(([value, label]) => ({ value, label: label() }));
}
