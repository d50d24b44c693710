import { sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { idArray, uniqueSortedIds, isRowId } from '../db/ids';
import { queryRows } from '../db/query-rows';
import { badRequest } from '../failure';
import { loadSystemGroups } from '../permissions/load';
import { requireActiveGroups } from '../permissions/setting-value';
import { announceGroup } from './announce';
import { withVisibilityAnnounced } from './channel-visibility';
import type { GroupRow } from './find';
import { requireCanManageGroup } from './group-permissions';

/** Throws 400 for groups that don't exist or are deactivated. Role groups can be subgroups. */
export async function checkSubgroups(
  context: ServiceContext,
  ids: readonly number[],
): Promise<void> {
  const system = await loadSystemGroups(context);
  await requireActiveGroups(
    context,
    ids.filter((id) => system.name(id) === undefined),
  );
}

/**
 * Adds subgroups to a group. Throws 400 if one is already in it, contains it, or the caller lacks
 * permission.
 */
export async function addSubgroups(
  context: ServiceContext,
  group: GroupRow,
  given: readonly number[],
): Promise<void> {
  const direct_subgroup_ids = uniqueSortedIds(given);
  if (direct_subgroup_ids.length === 0) return;
  await requireCanManageGroup(context, group, 'can_add_members_group');
  await checkSubgroups(context, direct_subgroup_ids);
  await checkNoCycle(context, group, direct_subgroup_ids);
  const added = await withVisibilityAnnounced(context, group.id, () =>
    insertSubgroups(context, group.id, direct_subgroup_ids),
  );
  const before = direct_subgroup_ids.find((id) => !added.has(id));
  if (before !== undefined) throw badRequest(`User group ${before} is already in this group.`);
  announceGroup(context, group, { op: 'add_subgroups', group_id: group.id, direct_subgroup_ids });
  await recordAuditedChange(context, {
    ...{ action: 'group.subgroups_added', modified_group_id: group.id },
    after: { direct_subgroup_ids },
  });
}

/**
 * Removes subgroups from a group. Throws 400 if one isn't in it, or the caller lacks permission.
 */
export async function removeSubgroups(
  context: ServiceContext,
  group: GroupRow,
  given: readonly number[],
): Promise<void> {
  const direct_subgroup_ids = uniqueSortedIds(given);
  if (direct_subgroup_ids.length === 0) return;
  await requireCanManageGroup(context, group, 'can_remove_members_group');
  const removed = await withVisibilityAnnounced(context, group.id, () =>
    deleteSubgroups(context, group.id, direct_subgroup_ids),
  );
  const absent = direct_subgroup_ids.find((id) => !removed.has(id));
  if (absent !== undefined) throw badRequest(`User group ${absent} is not in this group.`);
  const op = 'remove_subgroups';
  announceGroup(context, group, { op, group_id: group.id, direct_subgroup_ids });
  await recordAuditedChange(context, {
    ...{ action: 'group.subgroups_removed', modified_group_id: group.id },
    before: { direct_subgroup_ids },
  });
}

/** Inserts subgroups and returns those that weren't in the group before. */
export async function insertSubgroups(
  { tx }: ServiceContext,
  group_id: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`insert into user_group_subgroups (group_id, subgroup_id)
      select ${group_id}::int, unnest(${idArray(ids)})
      on conflict do nothing returning subgroup_id as id`,
  );
  return new Set(rows.map(({ id }) => id));
}

async function deleteSubgroups({ tx }: ServiceContext, group_id: number, ids: readonly number[]) {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`delete from user_group_subgroups where group_id = ${group_id}
      and subgroup_id = any(${idArray(ids.filter(isRowId))}) returning subgroup_id as id`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Ids of all groups within a group, at any depth. */
export async function nestedSubgroups(
  { tx }: ServiceContext,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`with recursive inside(id) as (
        select subgroup_id from user_group_subgroups where group_id = any(${idArray(ids)})
        union
        select s.subgroup_id from user_group_subgroups s join inside on s.group_id = inside.id
      )
      select id from inside order by id`,
  );
  return rows.map(({ id }) => id);
}

async function checkNoCycle(context: ServiceContext, group: GroupRow, ids: readonly number[]) {
  const inside = [...ids, ...(await nestedSubgroups(context, ids))];
  if (inside.includes(group.id)) {
    throw badRequest("A group can't contain itself, directly or through other groups.");
  }
}
