import { and, asc, type SQL } from 'drizzle-orm';
import type { Context } from '../context';
import { manyOf } from '../db/many-rows';
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
  const { tx } = context;
  const visible = await visibleUsers(context, permissions);
  if (!only) return manyOf(tx, users, visible, asc(users.id));
  return tx.select().from(users).where(and(visible, only)).orderBy(asc(users.id));
}
