import { canCreateGroups, hasGroupPermission } from '$lib/api/permissions/group';
import type { ServiceContext } from '../context';
import { requirePermission } from '../failure';
import { loadPermissions } from '../permissions/load';
import type { GroupPermission } from '../permissions/table';
import type { GroupRow } from './find';

/**
 * Throws 400 unless the caller can manage the group, or has one of these permissions for it. Users
 * who can manage all groups can do everything with each. https://zulip.com/help/manage-user-groups
 */
export async function requireCanManageGroup(
  context: ServiceContext,
  group: GroupRow,
  ...names: readonly GroupPermission[]
): Promise<void> {
  const permissions = await loadPermissions(context, context.user);
  requirePermission(hasGroupPermission(permissions, group, ...names));
}

/** Throws 400 if the caller can't create groups. */
export async function requireCanCreateGroups(context: ServiceContext): Promise<void> {
  const permissions = await loadPermissions(context, context.user);
  requirePermission(canCreateGroups(permissions));
}
