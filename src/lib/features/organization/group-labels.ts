import { m } from '$lib/paraglide/messages';
import type { StateGroup } from '../../writing/permissions/group-permission';
import { systemGroupNames, type SystemGroupName } from './group-setting-value';

export const roleGroupLabels: Readonly<Record<SystemGroupName, () => string>> = {
  'role:nobody': m.ui_no_one,
  'role:owners': m.organization_role_owners,
  'role:administrators': m.organization_role_administrators,
  'role:moderators': m.organization_role_moderators,
  'role:fullmembers': m.organization_role_fullmembers,
  'role:members': m.organization_role_members,
  'role:everyone': m.organization_role_everyone,
  'role:internet': m.organization_role_internet,
};

/** Role-based groups are named by their role. */
export function groupName(id: number, groups: readonly StateGroup[]): string {
  const name = groups.find((group) => group.id === id)?.name;
  const role = systemGroupNames.find((one) => one === name);
  return role ? roleGroupLabels[role]() : (name ?? m.organization_group_unknown());
}
