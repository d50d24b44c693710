import { userRole } from '$lib/api/roles';
import { and, eq, lte } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import type { RealmRow, UserRow } from '../model';

/** Ids of active administrators and owners, including bots with these roles. */
export async function loadAdministratorIds({
  tx,
  realm,
}: Pick<ServiceContext<UserRow | null, RealmRow>, 'tx' | 'realm'>): Promise<number[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.realm_id, realm.id),
        eq(users.is_active, true),
        lte(users.role, userRole.administrator),
      ),
    );
  return rows.map(({ id }) => id);
}
