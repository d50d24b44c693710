import { appendTo } from '$lib/api/append-to';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import type { UserRow } from '../model';
import { UserPermissions, SystemGroups } from './load';
import { systemGroupsOf } from './roles';

/**
 * Permissions of each of these users of one organization, by user id, with three statements for any
 * number. For one user, `loadPermissions` reads less.
 */
export async function loadPermissionsOf(
  { tx, realm, clock }: Pick<ServiceContext, 'tx' | 'realm' | 'clock'>,
  people: readonly UserRow[],
): Promise<Map<number, UserPermissions>> {
  const system = await queryRows<{ id: number; name: string }>(
    tx,
    sql`select id, name from user_groups where realm_id = ${realm.id} and is_system_group`,
  );
  const inside = await queryRows<{ group_id: number; subgroup_id: number }>(
    tx,
    sql`select s.group_id, s.subgroup_id from user_group_subgroups s
      join user_groups g on g.id = s.group_id where g.realm_id = ${realm.id}`,
  );
  const listed = await queryRows<{ user_id: number; group_id: number }>(
    tx,
    sql`select user_id, group_id from user_group_members
      where user_id = any(${`{${people.map(({ id }) => id).join()}}`}::int[])`,
  );
  const idOf = new Map(system.map(({ id, name }) => [name, id]));
  const systemGroups = new SystemGroups(idOf);
  const holders = valuesByKey(inside.map((row) => [row.subgroup_id, row.group_id]));
  const groupsOf = valuesByKey(listed.map((row) => [row.user_id, row.group_id]));
  const now = clock.now();
  return new Map(
    people.map((user) => {
      const byRole = systemGroupsOf(user, realm, now).flatMap((name) => idOf.get(name) ?? []);
      const mine = withHolders([...byRole, ...(groupsOf.get(user.id) ?? [])], holders);
      return [user.id, new UserPermissions(user, realm, systemGroups, mine)];
    }),
  );
}

/** These groups, and all that contain one of them at any depth. */
function withHolders(
  start: readonly number[],
  holders: ReadonlyMap<number, readonly number[]>,
): Set<number> {
  const found = new Set(start);
  // Iterating a set includes what is added during the loop.
  for (const id of found) for (const holder of holders.get(id) ?? []) found.add(holder);
  return found;
}

function valuesByKey(pairs: readonly (readonly [number, number])[]): Map<number, number[]> {
  const lists = new Map<number, number[]>();
  for (const [key, value] of pairs) appendTo(lists, key, value);
  return lists;
}
