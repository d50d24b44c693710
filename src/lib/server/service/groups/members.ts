import { sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { idArray, uniqueSortedIds, isRowId } from '../db/ids';
import { queryRows } from '../db/query-rows';
import { badRequest } from '../failure';
import { requireActivePeople } from '../permissions/setting-value';
import { announceGroup } from './announce';
import { withVisibilityAnnounced } from './channel-visibility';
import type { GroupRow } from './find';
import { postMembershipNotices } from './membership-notices';
import { requireCanManageGroup } from './group-permissions';

/** Adds users. Throws 400 if one is already in the group, or the caller lacks permission. */
export async function addGroupMembers(
  context: ServiceContext,
  group: GroupRow,
  given: readonly number[],
): Promise<void> {
  const user_ids = uniqueSortedIds(given);
  if (user_ids.length === 0) return;
  await requireCanManageGroup(
    context,
    group,
    'can_add_members_group',
    ...(isSelf(context, user_ids) ? (['can_join_group'] as const) : []),
  );
  await requireActivePeople(context, user_ids);
  const added = await withVisibilityAnnounced(context, group.id, () =>
    insertGroupMembers(context, group.id, user_ids),
  );
  const before = user_ids.find((id) => !added.has(id));
  if (before !== undefined) {
    throw badRequest(`User ${before} is already a member of this group.`);
  }
  announceGroup(context, group, { op: 'add_members', group_id: group.id, user_ids });
  await recordAuditedChange(context, {
    ...{ action: 'group.members_added', modified_group_id: group.id },
    after: { user_ids },
  });
  await postMembershipNotices(context, group, 'added', user_ids);
}

/** Removes users. Throws 400 if one isn't in the group, or the caller lacks permission. */
export async function removeGroupMembers(
  context: ServiceContext,
  group: GroupRow,
  given: readonly number[],
): Promise<void> {
  const user_ids = uniqueSortedIds(given);
  if (user_ids.length === 0) return;
  await requireCanManageGroup(
    context,
    group,
    'can_remove_members_group',
    ...(isSelf(context, user_ids) ? (['can_leave_group'] as const) : []),
  );
  const removed = await withVisibilityAnnounced(context, group.id, () =>
    deleteMembers(context, group.id, user_ids),
  );
  const absent = user_ids.find((id) => !removed.has(id));
  if (absent !== undefined) throw badRequest(`User ${absent} is not a member of this group.`);
  announceGroup(context, group, { op: 'remove_members', group_id: group.id, user_ids });
  await recordAuditedChange(context, {
    ...{ action: 'group.members_removed', modified_group_id: group.id },
    before: { user_ids },
  });
  await postMembershipNotices(context, group, 'removed', user_ids);
}

function isSelf({ user }: ServiceContext, ids: readonly number[]): boolean {
  return ids.length === 1 && ids[0] === user.id;
}

/** Inserts members and returns those who weren't in the group before. */
export async function insertGroupMembers(
  { tx }: ServiceContext,
  group_id: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await queryRows<{ user_id: number }>(
    tx,
    sql`insert into user_group_members (group_id, user_id)
      select ${group_id}::int, unnest(${idArray(ids)})
      on conflict do nothing returning user_id`,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

async function deleteMembers({ tx }: ServiceContext, group_id: number, ids: readonly number[]) {
  const rows = await queryRows<{ user_id: number }>(
    tx,
    sql`delete from user_group_members
      where group_id = ${group_id} and user_id = any(${idArray(ids.filter(isRowId))}) returning user_id`,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}
