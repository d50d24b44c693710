import { isAdministrator, userRole } from '$lib/api/roles';
import { canActOnRoles } from '$lib/api/permissions/organization';
import { and, asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import { ServiceFailure } from '../failure';
import type { UserRow } from '../model';

/** Only owners can make, change and deactivate owners. Throws UNAUTHORIZED_PRINCIPAL. */
export function requireOwnerToChangeOwner(
  caller: UserRow,
  ...concerned: readonly UserRow['role'][]
): void {
  if (canActOnRoles(caller, ...concerned)) return;
  throw new ServiceFailure('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
}

/** Throws UNAUTHORIZED_PRINCIPAL if the caller can't change this user's role to the given one. */
export function requireCanAssignRole(
  caller: UserRow,
  before: UserRow['role'],
  next: UserRow['role'],
): void {
  if (!isAdministrator(caller)) {
    throw new ServiceFailure('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator');
  }
  requireOwnerToChangeOwner(caller, before, next);
}

/**
 * Ids of the organization's owners. Locks them, so that other requests that would reduce their
 * number wait.
 */
export async function lockOwners({ tx, realm }: ServiceContext): Promise<number[]> {
  const owners = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.realm_id, realm.id),
        eq(users.role, userRole.owner),
        eq(users.is_active, true),
        eq(users.is_bot, false),
      ),
    )
    .orderBy(asc(users.id))
    .for('no key update');
  return owners.map(({ id }) => id);
}

/** Whether the organization would have no owner without this user. */
export async function isLastOwner(context: ServiceContext, person: UserRow): Promise<boolean> {
  if (person.role !== userRole.owner || person.is_bot || !person.is_active) return false;
  return (await lockOwners(context)).every((id) => id === person.id);
}
