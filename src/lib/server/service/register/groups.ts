import { asc, eq, sql } from 'drizzle-orm';
import type { Context } from '../context';
import { rowsOf } from '../db/rows';
import { userGroups } from '../db/schema/groups';
import type { SystemGroups } from '../permissions/load';
import { roleGroupOf } from '../permissions/roles';
import { groupCreatorGroup, groupPermissionNames, groupPermissions } from '../permissions/table';
import { unixTime } from '../users/wire';
import type { State } from './scope';

type GroupRow = typeof userGroups.$inferSelect;

/** https://zulip.com/api/get-user-groups; members of a role's group have exactly that role. */
async function listGroups(context: Context, groups: SystemGroups, withDeactivated: boolean) {
  const { tx, realm } = context;
  const rows = await tx
    .select()
    .from(userGroups)
    .where(eq(userGroups.realm_id, realm.id))
    .orderBy(asc(userGroups.id));
  const members = await memberIds(context);
  const byRole = await idsByRole(context);
  const subgroups = await idsOf(
    context,
    sql`select s.group_id, array_agg(s.subgroup_id order by s.subgroup_id) as ids
      from user_group_subgroups s join user_groups g on g.id = s.group_id
      where g.realm_id = ${realm.id} group by s.group_id`,
  );
  return rows
    .filter((row) => withDeactivated || !row.deactivated)
    .map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      members: (row.is_system_group ? byRole.get(row.name) : members.get(row.id)) ?? [],
      direct_subgroup_ids: subgroups.get(row.id) ?? [],
      is_system_group: row.is_system_group,
      date_created: row.date_created && unixTime(row.date_created),
      creator_id: row.creator_id,
      deactivated: row.deactivated,
      ...settingsOfGroup(row, groups),
    }));
}

function settingsOfGroup(row: GroupRow, groups: SystemGroups) {
  return Object.fromEntries(
    groupPermissionNames.map((name) => {
      const stored = row.settings[name];
      if (stored !== undefined) return [name, stored];
      const rule = groupPermissions[name];
      if (row.is_system_group) return [name, groups.id(rule.default_for_system_groups!)];
      if (rule.default_group_name !== groupCreatorGroup) {
        return [name, groups.id(rule.default_group_name)];
      }
      return [
        name,
        row.creator_id === null
          ? groups.id('role:nobody')
          : { direct_members: [row.creator_id], direct_subgroups: [] },
      ];
    }),
  );
}

async function idsOf({ tx }: Context, statement: ReturnType<typeof sql>) {
  const rows = await rowsOf<{ group_id: number; ids: number[] }>(tx, statement);
  return new Map(rows.map(({ group_id, ids }) => [group_id, ids]));
}

function memberIds(context: Context) {
  return idsOf(
    context,
    sql`select m.group_id, array_agg(m.user_id order by m.user_id) as ids
      from user_group_members m join users u on u.id = m.user_id
      where u.realm_id = ${context.realm.id} and u.is_active group by m.group_id`,
  );
}

async function idsByRole({ tx, realm, clock }: Context): Promise<Map<string, number[]>> {
  const rows = await rowsOf<{ id: number; role: number; joined: string }>(
    tx,
    sql`select id, role, extract(epoch from date_joined)::text as joined from users
      where realm_id = ${realm.id} and is_active and not is_system_bot order by id`,
  );
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const person = { role: row.role, date_joined: new Date(Number(row.joined) * 1000) };
    const names = roleGroupOf(person, realm, clock.now());
    for (const name of names) {
      const ids = groups.get(name);
      if (ids) ids.push(row.id);
      else groups.set(name, [row.id]);
    }
  }
  return groups;
}

export const groupStates: Readonly<Record<string, State>> = {
  realm_user_groups: async (scope) => {
    const { systemGroups } = await scope.permissions();
    const withDeactivated = scope.has('include_deactivated_groups');
    return { realm_user_groups: await listGroups(scope.context, systemGroups, withDeactivated) };
  },
};
