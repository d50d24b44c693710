import type { GroupSettingChange, GroupSettingValue } from '$lib/api/group-setting';
import { and, asc, eq } from 'drizzle-orm';
import type { CachedReadScope, ServiceContext } from '../context';
import { anyOf, uniqueSortedIds, isRowId } from '../db/ids';
import { userGroups, type GroupSetting } from '../db/schema/groups';
import { users } from '../db/schema/users';
import { badRequest, ServiceFailure } from '../failure';
import { loadSystemGroups, type SystemGroups } from './load';
import { refusedGroups, type GroupSettingRule } from './table';
import { visibleUsers } from './visible-users';

/*
 * Group setting values as given by callers: a group's id, or users and groups.
 * https://zulip.com/api/group-setting-values
 */

type Scope = CachedReadScope & Pick<ServiceContext, 'realm' | 'user' | 'clock'>;

export interface NamedSetting {
  /** The setting's name in the API. */
  readonly name: string;
  readonly rule: GroupSettingRule;
  readonly value: GroupSettingValue;
}

/** The canonical form of a value: distinct ids ascending, and a single group as its id. */
export function normalizedSetting(value: GroupSettingValue): GroupSetting {
  if (typeof value === 'number') return value;
  const direct_members = uniqueSortedIds(value.direct_members);
  const direct_subgroups = uniqueSortedIds(value.direct_subgroups);
  if (direct_members.length === 0 && direct_subgroups.length === 1) return direct_subgroups[0]!;
  return { direct_members, direct_subgroups };
}

/** Whether two values contain the same users and groups. */
export function sameSetting(one: GroupSettingValue, other: GroupSettingValue): boolean {
  return JSON.stringify(normalizedSetting(one)) === JSON.stringify(normalizedSetting(other));
}

/**
 * The value to store. Throws for groups and users that don't exist, are deactivated, or aren't
 * visible to the caller, and for anything that the setting's rule refuses. Accepted groups can't be
 * deactivated until the transaction ends.
 */
export async function checkGroupSetting(
  scope: Scope,
  name: string,
  rule: GroupSettingRule,
  value: GroupSettingValue,
): Promise<GroupSetting> {
  const [checked] = await checkGroupSettings(scope, [{ name, rule, value }]);
  return checked!;
}

/** The same for several settings, in order, with as many statements as for one. */
export async function checkGroupSettings(
  scope: Scope,
  settings: readonly NamedSetting[],
): Promise<GroupSetting[]> {
  if (settings.length === 0) return [];
  const system = await loadSystemGroups(scope);
  const plain = settings.map((setting) => ({
    ...setting,
    value: normalizedSetting(setting.value),
  }));
  for (const setting of plain) checkRule(setting, system);
  const named = plain.flatMap(({ value }) => groupsOf(value));
  await requireActiveGroups(
    scope,
    named.filter((id) => system.name(id) === undefined),
  );
  await requireActivePeople(
    scope,
    plain.flatMap(({ value }) => (typeof value === 'number' ? [] : value.direct_members)),
  );
  return plain.map(({ value }) => value);
}

/**
 * The value to store instead of `current`. Throws EXPECTATION_MISMATCH if `old` is given and no
 * longer current, and whatever `checkGroupSetting` throws.
 */
export async function changeGroupSetting(
  scope: Scope,
  name: string,
  rule: GroupSettingRule,
  current: GroupSetting,
  change: GroupSettingChange,
): Promise<GroupSetting> {
  if (change.old !== undefined && !(await isSeenAs(scope, current, change.old))) {
    throw new ServiceFailure(
      'EXPECTATION_MISMATCH',
      `'old' is not the value that '${name}' has now.`,
      400,
      { field_name: 'old' },
    );
  }
  return checkGroupSetting(scope, name, rule, change.new);
}

/** Clients don't get deactivated users, so `old` needn't include them. */
async function isSeenAs(scope: Scope, current: GroupSetting, old: GroupSettingValue) {
  if (typeof current === 'number' || sameSetting(current, old)) return sameSetting(current, old);
  const active = await activeAmong(scope, current.direct_members);
  return sameSetting({ ...current, direct_members: active }, old);
}

function checkRule({ name, rule, value }: NamedSetting, system: SystemGroups): void {
  const ids = groupsOf(value);
  if (rule.require_system_group && (typeof value !== 'number' || !system.name(value))) {
    throw new ServiceFailure('SYSTEM_GROUP_REQUIRED', `'${name}' must be a system group.`, 400, {
      setting_name: name,
    });
  }
  const isNobody = ids.every((id) => system.name(id) === 'role:nobody') && !hasPeople(value);
  if (isNobody && !rule.allow_nobody_group) throw refused(name, 'role:nobody');
  for (const id of ids) {
    const group = system.name(id);
    if (group !== undefined && !isAllowed(name, rule, group, typeof value === 'number')) {
      throw refused(name, group);
    }
  }
}

/**
 * `alone` means that the group is the whole value. Groups that open a setting to more people are
 * refused in lists too.
 */
function isAllowed(name: string, rule: GroupSettingRule, group: string, alone: boolean): boolean {
  if (group === 'role:internet') return rule.allow_internet_group;
  if (group === 'role:everyone' && !rule.allow_everyone_group) return false;
  if (alone && refusedGroups[name]?.includes(group)) return false;
  return rule.allowed_system_groups.length === 0 || rule.allowed_system_groups.includes(group);
}

function refused(name: string, group: string): ServiceFailure {
  return badRequest(`'${name}' cannot be given to '${group}'.`);
}

/**
 * Throws unless all of these are active user-created groups. Locks them against changes until
 * commit.
 */
export async function requireActiveGroups(scope: Scope, given: readonly number[]): Promise<void> {
  const ids = uniqueSortedIds(given);
  if (ids.length === 0) return;
  const wrong = ids.find((id) => !isRowId(id));
  if (wrong !== undefined) throw noSuchGroup(wrong);
  const found = await scope.tx
    .select({ id: userGroups.id, deactivated: userGroups.deactivated })
    .from(userGroups)
    .where(and(eq(userGroups.realm_id, scope.realm.id), anyOf(userGroups.id, ids)))
    .orderBy(asc(userGroups.id))
    .for('share');
  const isDeactivated = new Map(found.map(({ id, deactivated }) => [id, deactivated]));
  for (const id of ids) {
    if (!isDeactivated.has(id)) throw noSuchGroup(id);
    if (isDeactivated.get(id)) throw badRequest(`User group ${id} is deactivated.`);
  }
}

/** Throws unless all of these are active people or bots that the caller can see. */
export async function requireActivePeople(scope: Scope, given: readonly number[]): Promise<void> {
  const ids = uniqueSortedIds(given);
  if (ids.length === 0) return;
  const known = new Set(ids.every(isRowId) ? await activeAmong(scope, ids) : []);
  const unknown = ids.find((id) => !isRowId(id)) ?? ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw badRequest(`Invalid user ID: ${unknown}`);
}

async function activeAmong(scope: Scope, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await scope.tx
    .select({ id: users.id })
    .from(users)
    .where(and(await visibleUsers(scope), eq(users.is_active, true), anyOf(users.id, ids)));
  return rows.map(({ id }) => id);
}

function groupsOf(value: GroupSetting): readonly number[] {
  return typeof value === 'number' ? [value] : value.direct_subgroups;
}

function hasPeople(value: GroupSetting): boolean {
  return typeof value !== 'number' && value.direct_members.length > 0;
}

function noSuchGroup(id: number): ServiceFailure {
  return badRequest(`Invalid user group ID: ${id}`);
}
