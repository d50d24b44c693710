import { and, eq, sql } from 'drizzle-orm';
import { loadChannelAccess } from '../channels/load';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import type { GroupSetting } from '../db/schema/groups';
import { streams } from '../db/schema/streams';
import { ServiceFailure } from '../failure';
import { allRealmPermissionNames } from '../permissions/table';
import type { GroupRow } from './find';

/**
 * Throws CANNOT_DEACTIVATE_GROUP_IN_USE with the places where the group is used: as a subgroup of
 * an active group, and in settings of the organization, of channels, and of other active groups.
 * Its own settings don't count. For channels that the caller can't see, lists only the settings.
 * https://zulip.com/api/deactivate-user-group
 */
export async function requireGroupNotInUse(
  context: ServiceContext,
  group: GroupRow,
): Promise<void> {
  const objections = [
    ...(await subgroupObjections(context, group.id)),
    ...realmObjections(context, group.id),
    ...(await channelObjections(context, group.id)),
    ...(await groupObjections(context, group.id)),
  ];
  if (objections.length === 0) return;
  throw new ServiceFailure(
    'CANNOT_DEACTIVATE_GROUP_IN_USE',
    'This group is in use and cannot be deactivated.',
    400,
    { objections },
  );
}

async function subgroupObjections({ tx }: ServiceContext, id: number) {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`select g.id from user_group_subgroups s join user_groups g on g.id = s.group_id
      where s.subgroup_id = ${id} and not g.deactivated order by g.id`,
  );
  if (rows.length === 0) return [];
  return [{ type: 'subgroup', supergroup_ids: rows.map((row) => row.id) }];
}

function realmObjections({ realm }: ServiceContext, id: number) {
  const settings = allRealmPermissionNames.filter((name) => names(realm.settings[name], id));
  return settings.length > 0 ? [{ type: 'realm', settings }] : [];
}

interface Settings extends Record<string, unknown> {
  readonly id: number;
  readonly settings: Record<string, GroupSetting>;
}

async function channelObjections(context: ServiceContext, id: number) {
  const { tx, realm } = context;
  const rows = await tx
    .select()
    .from(streams)
    .where(and(eq(streams.realm_id, realm.id), eq(streams.is_archived, false), mentions(id)))
    .orderBy(streams.id);
  if (rows.length === 0) return [];
  const access = await loadChannelAccess(context);
  return rows.map((row) => ({
    type: 'channel',
    ...(access.seesMetadata(row) && { channel_id: row.id }),
    settings: settingsWith(row, id),
  }));
}

async function groupObjections({ tx, realm }: ServiceContext, id: number) {
  const rows = await queryRows<Settings>(
    tx,
    sql`select id, settings from user_groups where realm_id = ${realm.id} and not deactivated
      and id <> ${id} and ${mentions(id)} order by id`,
  );
  return rows.map((row) => ({
    type: 'user_group',
    group_id: row.id,
    settings: settingsWith(row, id),
  }));
}

/** Condition that one of a row's settings is the group or contains it. */
function mentions(id: number) {
  return sql`jsonb_path_exists(settings, '$.* ? (@ == $id || @.direct_subgroups[*] == $id)',
    jsonb_build_object('id', ${id}::int))`;
}

function settingsWith({ settings }: Pick<Settings, 'settings'>, id: number): string[] {
  return Object.keys(settings)
    .filter((name) => names(settings[name], id))
    .toSorted();
}

function names(setting: unknown, id: number): boolean {
  const value = setting as GroupSetting | undefined;
  return value === id || (typeof value === 'object' && value.direct_subgroups.includes(id));
}
