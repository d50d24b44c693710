import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { selectManyRows } from '../db/many-rows';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { hasRealmPermission, loadPermissions, type UserPermissions } from '../permissions/load';
import { visibleUsers } from '../permissions/visible-users';

/** All users that the caller can see, including deactivated ones, by id. */
export async function listVisibleUsers(
  context: ServiceContext,
  only?: SQL,
  permissions?: UserPermissions,
): Promise<UserRow[]> {
  const { tx } = context;
  const visible = await visibleUsers(context, permissions);
  if (!only) return selectManyRows(tx, users, visible, asc(users.id));
  return tx.select().from(users).where(and(visible, only)).orderBy(asc(users.id));
}

/** The users selected by `only` that the caller can see, by id. */
export async function findVisibleUsers(
  context: ServiceContext,
  only: SQL,
): Promise<readonly UserRow[]> {
  const { tx, realm } = context;
  const rows = await tx
    .select()
    .from(users)
    .where(and(eq(users.realm_id, realm.id), only))
    .orderBy(asc(users.id));
  return visibleUsersAmong(context, rows);
}

/** Those of these users that the caller can see. Everyone can see system bots. */
export async function visibleUsersAmong(
  context: ServiceContext,
  people: readonly UserRow[],
): Promise<readonly UserRow[]> {
  const { user } = context;
  const ids = people.filter((person) => !person.is_system_bot).map(({ id }) => id);
  if (ids.length === 0 || user.is_system_bot) return people;
  if (await hasRealmPermission(context, user, 'can_access_all_users_group')) return people;
  const permissions = await loadPermissions(context, user);
  const visible = await listVisibleUsers(context, inArray(users.id, ids), permissions);
  const known = new Set(visible.map(({ id }) => id));
  return people.filter(({ id, is_system_bot }) => is_system_bot || known.has(id));
}
