import {
  canHold,
  includesHolder,
  type PermissionHolder,
} from '$lib/api/permissions/permission-holder';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { CachedReadScope, ServiceContext } from '../context';
import { CachedRead } from '../db/read-cache';
import { idArray } from '../db/ids';
import { queryManyRows } from '../db/many-rows';
import { queryRows } from '../db/query-rows';
import {
  userGroupMembers,
  userGroups,
  userGroupSubgroups,
  type GroupSetting,
} from '../db/schema/groups';
import type { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import type { DatabaseTransaction } from '../db/store';
import type { RealmRow, UserRow } from '../model';
import { systemGroupsOf } from './roles';
import {
  creatorGroup,
  groupCreatorGroup,
  groupPermissions,
  realmPermissions,
  streamPermissions,
  type GroupPermission,
  type GroupSettingRule,
  type RealmPermission,
  type StreamPermission,
} from './table';

type Scope = CachedReadScope & Pick<ServiceContext, 'realm' | 'clock'>;
type StreamRow = Pick<typeof streams.$inferSelect, 'settings' | 'creator_id'>;
type GroupRow = Pick<typeof userGroups.$inferSelect, 'settings' | 'creator_id' | 'is_system_group'>;

/** Ids of the realm's system groups by name. Default values of group settings refer to them. */
export class SystemGroups {
  readonly #names: ReadonlyMap<number, string>;

  constructor(readonly ids: ReadonlyMap<string, number>) {
    this.#names = new Map([...ids].map(([name, id]) => [id, name]));
  }

  /** Undefined for a user-created or unknown group. */
  name(id: number): string | undefined {
    return this.#names.get(id);
  }

  id(name: string): number {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`no system group ${name}`);
    return id;
  }

  realmSetting(realm: RealmRow, name: RealmPermission): GroupSetting {
    const stored = realm.settings[name] as GroupSetting | undefined;
    return stored ?? this.id(realmPermissions[name].default_group_name);
  }

  streamSetting(stream: StreamRow, name: StreamPermission): GroupSetting {
    const stored = stream.settings[name];
    if (stored !== undefined) return stored;
    const group = streamPermissions[name].default_group_name;
    return group === creatorGroup ? this.#alone(stream.creator_id) : this.id(group);
  }

  groupSetting(row: GroupRow, name: GroupPermission): GroupSetting {
    const stored = row.settings[name];
    if (stored !== undefined) return stored;
    const { default_group_name, default_for_system_groups } = groupPermissions[name];
    if (row.is_system_group) return this.id(default_for_system_groups!);
    if (default_group_name === groupCreatorGroup) return this.#alone(row.creator_id);
    return this.id(default_group_name);
  }

  #alone(creator_id: number | null): GroupSetting {
    return creator_id === null
      ? this.id('role:nobody')
      : { direct_members: [creator_id], direct_subgroups: [] };
  }
}

/** One user's permissions: all groups that they are in, loaded once per request. */
export class UserPermissions implements PermissionHolder<StreamRow, GroupRow> {
  constructor(
    readonly user: UserRow,
    private readonly realm: RealmRow,
    readonly systemGroups: SystemGroups,
    private readonly memberOf: ReadonlySet<number>,
  ) {}

  get user_id(): number {
    return this.user.id;
  }

  get role(): number {
    return this.user.role;
  }

  includes(setting: GroupSetting): boolean {
    return includesHolder(setting, this.user.id, (id) => this.memberOf.has(id));
  }

  realmHas(name: RealmPermission): boolean {
    const setting = this.systemGroups.realmSetting(this.realm, name);
    return this.#has(realmPermissions[name], setting);
  }

  streamHas(stream: StreamRow, name: StreamPermission): boolean {
    const setting = this.systemGroups.streamSetting(stream, name);
    return this.#has(streamPermissions[name], setting);
  }

  groupHas(row: GroupRow, name: GroupPermission): boolean {
    const setting = this.systemGroups.groupSetting(row, name);
    return this.#has(groupPermissions[name], setting);
  }

  #has(rule: GroupSettingRule, setting: GroupSetting): boolean {
    return canHold(this.user, rule) && this.includes(setting);
  }
}

/** By realm id. Created with the organization and never changed. */
const systemGroups = new CachedRead<number, SystemGroups>();

export function loadSystemGroups({ tx, realm, service }: Scope): Promise<SystemGroups> {
  return service.readCache.lasting.getOrLoad(systemGroups, realm.id, () =>
    querySystemGroups(tx, realm),
  );
}

async function querySystemGroups(tx: DatabaseTransaction, realm: RealmRow): Promise<SystemGroups> {
  const rows = await tx
    .select({ id: userGroups.id, name: userGroups.name })
    .from(userGroups)
    .where(and(eq(userGroups.realm_id, realm.id), eq(userGroups.is_system_group, true)));
  return new SystemGroups(new Map(rows.map(({ id, name }) => [name, id])));
}

/** By user id. */
export const permissionsOf = new CachedRead<number, UserPermissions>(
  users,
  userGroups,
  userGroupMembers,
  userGroupSubgroups,
);

export function loadPermissions(scope: Scope, user: UserRow): Promise<UserPermissions> {
  return scope.service.readCache.getOrLoad(permissionsOf, user.id, () =>
    queryPermissions(scope, user),
  );
}

/**
 * Whether the organization grants a user a permission. Needs no statement if it is granted to a
 * role group.
 */
export async function hasRealmPermission(
  scope: Scope,
  user: UserRow,
  name: RealmPermission,
): Promise<boolean> {
  const groups = await loadSystemGroups(scope);
  const setting = groups.realmSetting(scope.realm, name);
  const byRole = groups.name(groupIn(setting)) !== undefined;
  const permissions = byRole ? permissionsByRole(scope, user, groups) : undefined;
  return (permissions ?? (await loadPermissions(scope, user))).realmHas(name);
}

/** A user's permissions by role only, which is enough for settings whose value is a role group. */
function permissionsByRole(
  { realm, clock }: Pick<Scope, 'realm' | 'clock'>,
  user: UserRow,
  groups: SystemGroups,
): UserPermissions {
  const own = systemGroupsOf(user, realm, clock.now()).flatMap(
    (name) => groups.ids.get(name) ?? [],
  );
  return new UserPermissions(user, realm, groups, new Set(own));
}

/** 0 if the value lists users or several groups. */
function groupIn(setting: GroupSetting): number {
  return typeof setting === 'number' ? setting : 0;
}

async function queryPermissions(
  { tx, realm, clock }: Scope,
  user: UserRow,
): Promise<UserPermissions> {
  const byRole = systemGroupsOf(user, realm, clock.now());
  const rows = await queryRows<{
    id: number;
    name: string;
    is_system_group: boolean;
    mine: boolean;
  }>(
    tx,
    sql`with recursive mine(id) as (
        (select group_id from user_group_members where user_id = ${user.id}
         union
         select id from user_groups where realm_id = ${realm.id} and is_system_group
           and name in (${sql.join(
             byRole.map((name) => sql`${name}`),
             sql`, `,
           )}))
        union
        select s.group_id from user_group_subgroups s join mine on s.subgroup_id = mine.id
      )
      select g.id, g.name, g.is_system_group, mine.id is not null as mine
      from user_groups g left join mine on mine.id = g.id
      where g.realm_id = ${realm.id} and (g.is_system_group or mine.id is not null)`,
  );
  const names = new Map(rows.filter((row) => row.is_system_group).map((row) => [row.name, row.id]));
  const mine = new Set(rows.filter((row) => row.mine).map((row) => row.id));
  return new UserPermissions(user, realm, new SystemGroups(names), mine);
}

/**
 * Active users to whom the setting grants the permission, including through nested groups and
 * roles.
 */
export async function loadSettingMembers(scope: Scope, setting: GroupSetting): Promise<number[]> {
  const { tx, realm, clock } = scope;
  const listed = new Set(typeof setting === 'number' ? [] : setting.direct_members);
  const { group_ids, system } = await groupsInside(scope, setting);
  if (group_ids.length > 0) {
    const rows = await queryManyRows<{ user_id: number }>(
      tx,
      ['user_id'],
      sql`select user_id from user_group_members where group_id = any(${idArray(group_ids)})`,
    );
    for (const { user_id } of rows) listed.add(user_id);
  }
  if (listed.size + system.size === 0) return [];
  const people = await queryManyRows<{ id: number; role: number; date_joined: string }>(
    tx,
    ['id', 'role', 'date_joined'],
    sql`select id, role, date_joined from users
      where realm_id = ${realm.id} and is_active and not is_system_bot
        ${system.size === 0 ? sql`and id = any(${idArray([...listed])})` : sql``}`,
  );
  const now = clock.now();
  return people
    .filter(
      ({ id, role, date_joined }) =>
        listed.has(id) ||
        systemGroupsOf({ role, date_joined: new Date(date_joined) }, realm, now).some((name) =>
          system.has(name),
        ),
    )
    .map(({ id }) => id);
}

/** Whether the setting grants the permission to at least one of these users. */
export async function settingIncludesAnyOf(
  scope: Scope,
  setting: GroupSetting,
  people: readonly UserRow[],
): Promise<boolean> {
  const { tx, realm, clock } = scope;
  const direct = typeof setting === 'number' ? [] : setting.direct_members;
  if (people.some(({ id }) => direct.includes(id))) return true;
  const groups = await loadSystemGroups(scope);
  if (groups.name(groupIn(setting)) !== undefined) {
    return people.some((person) => permissionsByRole(scope, person, groups).includes(setting));
  }
  const { group_ids, system } = await groupsInside(scope, setting);
  const now = clock.now();
  if (
    people.some((person) => systemGroupsOf(person, realm, now).some((name) => system.has(name)))
  ) {
    return true;
  }
  if (people.length === 0 || group_ids.length === 0) return false;
  const [listed] = await tx
    .select({ id: userGroupMembers.user_id })
    .from(userGroupMembers)
    .where(
      and(
        inArray(userGroupMembers.group_id, [...group_ids]),
        inArray(
          userGroupMembers.user_id,
          people.map(({ id }) => id),
        ),
      ),
    )
    .limit(1);
  return listed !== undefined;
}

export interface NestedGroups {
  readonly group_ids: readonly number[];
  readonly system: ReadonlySet<string>;
}

/** By the ids where the search starts. */
const insides = new CachedRead<string, NestedGroups>(userGroups, userGroupSubgroups);

/**
 * The groups of a setting with everything that they contain. `system` are the names of role groups
 * among them.
 */
function groupsInside({ tx, service }: Scope, setting: GroupSetting): Promise<NestedGroups> {
  const start = typeof setting === 'number' ? [setting] : setting.direct_subgroups;
  return service.readCache.getOrLoad(insides, start.join(), () => queryGroupsInside(tx, start));
}

async function queryGroupsInside(
  tx: DatabaseTransaction,
  start: readonly number[],
): Promise<NestedGroups> {
  if (start.length === 0) return { group_ids: [], system: new Set() };
  const rows = await queryRows<{ id: number; name: string; is_system_group: boolean }>(
    tx,
    sql`with recursive inside(id) as (
        select id from user_groups where ${inArray(sql`id`, [...start])}
        union
        select s.subgroup_id from user_group_subgroups s join inside on s.group_id = inside.id
      )
      select g.id, g.name, g.is_system_group from user_groups g join inside on inside.id = g.id`,
  );
  const system = rows.filter((row) => row.is_system_group && row.name !== 'role:nobody');
  return {
    group_ids: rows.filter((row) => !row.is_system_group).map(({ id }) => id),
    system: new Set(system.map(({ name }) => name)),
  };
}
