import { and, asc, type SQL } from 'drizzle-orm';
import type { Context } from '../context';
import { users } from '../db/schema/users';
import type { User } from '../model';
import type { Permissions } from '../permissions/load';
import { visibleUsers } from '../permissions/visible-users';

/** All whom the caller may know of, deactivated ones included, by id. */
export async function listVisibleUsers(
  context: Context,
  only?: SQL,
  permissions?: Permissions,
): Promise<User[]> {
  return context.tx
    .select()
    .from(users)
    .where(and(await visibleUsers(context, permissions), only))
    .orderBy(asc(users.id));
}
