import { isGuest, userRole } from '$lib/api/roles';
import { and, eq, gte } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { isVisibilityLimited } from '../guest-visibility/announce-visibility';

/*
 * When all people appear or disappear for a user, no events are sent for each: the user's queues
 * end and their clients register again.
 */

/** Call after a user's role changes. */
export async function revokeVisibilityByRole(
  context: ServiceContext,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  if (isGuest(before) === isGuest(after) || !(await isVisibilityLimited(context))) return;
  context.service.endQueues([after.id]);
}

/** Call after the setting changes. It affects guests only. */
export async function revokeGuestVisibility({ tx, realm, service }: ServiceContext): Promise<void> {
  const guests = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.realm_id, realm.id), eq(users.is_active, true), gte(users.role, userRole.guest)),
    );
  service.endQueues(guests.map(({ id }) => id));
}
