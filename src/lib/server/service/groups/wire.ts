import type { UserGroup } from '$lib/api/user-groups';
import { sql, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { readTogether } from '../db/combine-selects';
import { queryManyRows } from '../db/many-rows';
import { loadSettingSerializer, type SettingSerializer } from '../permissions/setting-serializer';
import { roleGroupOf } from '../permissions/roles';
import { groupPermissionNames, type GroupPermission } from '../permissions/table';
import type { GroupSetting } from '../db/schema/groups';
import { unixTime } from '../users/wire';
import { loadGroups, type GroupRow } from './find';

/** Ids of a group's direct members: active people, and groups. */
export interface DirectGroupMembers {
  readonly members: readonly number[];
  readonly subgroups: readonly number[];
}

/** A group in the API's form. https://zulip.com/api/get-user-groups */
export function wireGroup(
  row: GroupRow,
  groups: SettingSerializer,
  inside: DirectGroupMembers,
): UserGroup {
  const settings = groupPermissionNames.map((name) => [name, groups.groupSetting(row, name)]);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    members: [...inside.members],
    direct_subgroup_ids: [...inside.subgroups],
    is_system_group: row.is_system_group,
    date_created: row.date_created && unixTime(row.date_created),
    creator_id: row.creator_id,
    deactivated: row.deactivated,
    ...(Object.fromEntries(settings) as Record<GroupPermission, GroupSetting>),
  };
}

/** All groups by id. Members of a role group are the users with exactly that role. */
export async function listGroups(
  context: ServiceContext,
  withDeactivated: boolean,
): Promise<UserGroup[]> {
  const [groups, rows, members, byRole, subgroups] = await readTogether([
    loadSettingSerializer(context),
    loadGroups(context),
    membersByGroup(context),
    idsByRole(context),
    subgroupsByGroup(context),
  ]);
  return rows
    .filter((row) => withDeactivated || !row.deactivated)
    .map((row) =>
      wireGroup(row, groups, {
        members: (row.is_system_group ? byRole.get(row.name) : members.get(row.id)) ?? [],
        subgroups: subgroups.get(row.id) ?? [],
      }),
    );
}

export async function loadDirectMembers(
  context: ServiceContext,
  row: GroupRow,
): Promise<DirectGroupMembers> {
  const members = row.is_system_group
    ? (await idsByRole(context)).get(row.name)
    : (await membersByGroup(context, sql`and m.group_id = ${row.id}`)).get(row.id);
  const subgroups = await subgroupsByGroup(context, sql`and s.group_id = ${row.id}`);
  return { members: members ?? [], subgroups: subgroups.get(row.id) ?? [] };
}

async function idsOf({ tx }: ServiceContext, statement: SQL): Promise<Map<number, number[]>> {
  const rows = await queryManyRows<{ group_id: number; ids: number[] }>(
    tx,
    ['group_id', 'ids'],
    statement,
  );
  return new Map(rows.map(({ group_id, ids }) => [group_id, ids]));
}

function membersByGroup(context: ServiceContext, only = sql``) {
  return idsOf(
    context,
    sql`select m.group_id, array_agg(m.user_id order by m.user_id) as ids
      from user_group_members m join users u on u.id = m.user_id
      where u.realm_id = ${context.realm.id} and u.is_active ${only} group by m.group_id`,
  );
}

function subgroupsByGroup(context: ServiceContext, only = sql``) {
  return idsOf(
    context,
    sql`select s.group_id, array_agg(s.subgroup_id order by s.subgroup_id) as ids
      from user_group_subgroups s join user_groups g on g.id = s.group_id
      where g.realm_id = ${context.realm.id} ${only} group by s.group_id`,
  );
}

async function idsByRole({ tx, realm, clock }: ServiceContext): Promise<Map<string, number[]>> {
  const rows = await queryManyRows<{ id: number; role: number; date_joined: string }>(
    tx,
    ['id', 'role', 'date_joined'],
    sql`select id, role, date_joined from users
      where realm_id = ${realm.id} and is_active and not is_system_bot order by id`,
  );
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const person = { role: row.role, date_joined: new Date(row.date_joined) };
    const names = roleGroupOf(person, realm, clock.now());
    for (const name of names) {
      const ids = groups.get(name);
      if (ids) ids.push(row.id);
      else groups.set(name, [row.id]);
    }
  }
  return groups;
}
