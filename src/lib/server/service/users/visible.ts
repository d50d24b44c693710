import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Context } from '../context';
import { manyOf } from '../db/many-rows';
import { users } from '../db/schema/users';
import type { User } from '../model';
import { hasRealmPermission, loadPermissions, type Permissions } from '../permissions/load';
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

/** Of the people whom `only` picks, those whom the caller may know of, by id. */
export async function findVisible(context: Context, only: SQL): Promise<readonly User[]> {
  const { tx, realm } = context;
  const rows = await tx
    .select()
    .from(users)
    .where(and(eq(users.realm_id, realm.id), only))
    .orderBy(asc(users.id));
  return visibleAmong(context, rows);
}

/** Of these, whom the caller may know of; everybody knows the bots of the system. */
export async function visibleAmong(
  context: Context,
  people: readonly User[],
): Promise<readonly User[]> {
  const { user } = context;
  const ids = people.filter((person) => !person.is_system_bot).map(({ id }) => id);
  if (ids.length === 0 || user.is_system_bot) return people;
  if (await hasRealmPermission(context, user, 'can_access_all_users_group')) return people;
  const permissions = await loadPermissions(context, user);
  const visible = await listVisibleUsers(context, inArray(users.id, ids), permissions);
  const known = new Set(visible.map(({ id }) => id));
  return people.filter(({ id, is_system_bot }) => is_system_bot || known.has(id));
}
