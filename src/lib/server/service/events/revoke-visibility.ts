import { and, eq, gte } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { isGuest, role } from '../permissions/roles';
import { isVisibilityLimited } from '../guest-visibility/announce-visibility';

/*
 * To whom all people appear or vanish at once is not told of each: their queues end, and they register
 * anew.
 */

/** After a new role of somebody. */
export async function revokeVisibilityByRole(
  context: ServiceContext,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  if (isGuest(before) === isGuest(after) || !(await isVisibilityLimited(context))) return;
  context.endQueues([after.id]);
}

/** After a change of the setting, which is about guests. */
export async function revokeGuestVisibility({
  tx,
  realm,
  endQueues,
}: ServiceContext): Promise<void> {
  const guests = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.realm_id, realm.id), eq(users.is_active, true), gte(users.role, role.guest)),
    );
  endQueues(guests.map(({ id }) => id));
}
