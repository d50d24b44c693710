import { personRoles } from '../../writing/person-roles';

/** The roles that somebody of this one may give; owners are made by owners alone. */
export function rolesBelow(own: number): { value: string; label: string }[] {
  return Object.entries(personRoles)
    .filter(([role]) => Number(role) >= own)
    .map(([value, label]) => ({ value, label: label() }));
}
