import { asc, sql } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import { audienceOfStream } from '../channels/audience';
import { announceVisibilityChange } from '../channels/channel-visibility';
import type { ServiceContext } from '../context';
import { anyOf } from '../db/ids';
import { queryRows } from '../db/query-rows';
import type { GroupSetting } from '../db/schema/groups';
import { streams } from '../db/schema/streams';

/** Settings of a private channel that make it visible to users. */
const showing = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const;

/**
 * Changes a group's members and sends events for private channels that appear or disappear for
 * users as a result. Takes at most two statements if no channel's settings contain the group,
 * directly or through other groups.
 */
export async function withVisibilityAnnounced<T>(
  context: ServiceContext,
  group_id: number,
  change: () => Promise<T>,
): Promise<T> {
  const channels = await channelsShownTo(context, group_id);
  const before = await audiences(context, channels);
  const result = await change();
  const after = await audiences(context, channels);
  for (const [i, stream] of channels.entries()) {
    await announceVisibilityChange(context, stream, before[i]!, after[i]!);
  }
  return result;
}

async function channelsShownTo(context: ServiceContext, group_id: number): Promise<StreamRow[]> {
  const { tx, realm } = context;
  const rows = await queryRows<{ stream_id: number; settings: Record<string, GroupSetting> }>(
    tx,
    sql`select id as stream_id, settings from streams
      where realm_id = ${realm.id} and invite_only and settings ?| ${`{${showing.join()}}`}::text[]`,
  );
  if (rows.length === 0) return [];
  const holders = await holdersOf(context, group_id);
  const wanted = new Set(
    rows
      .filter(({ settings }) => showing.some((name) => names(settings[name], holders)))
      .map(({ stream_id }) => stream_id),
  );
  if (wanted.size === 0) return [];
  return tx
    .select()
    .from(streams)
    .where(anyOf(streams.id, [...wanted]))
    .orderBy(asc(streams.id));
}

/** The group and all that contain it, at any depth. */
async function holdersOf({ tx }: ServiceContext, group_id: number): Promise<ReadonlySet<number>> {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`with recursive holders(id) as (
        select ${group_id}::int
        union
        select s.group_id from user_group_subgroups s join holders on s.subgroup_id = holders.id
      )
      select id from holders`,
  );
  return new Set(rows.map(({ id }) => id));
}

function names(setting: GroupSetting | undefined, groups: ReadonlySet<number>): boolean {
  if (setting === undefined) return false;
  if (typeof setting === 'number') return groups.has(setting);
  return setting.direct_subgroups.some((id) => groups.has(id));
}

async function audiences(
  context: ServiceContext,
  channels: readonly StreamRow[],
): Promise<number[][]> {
  const lists: number[][] = [];
  for (const stream of channels) {
    const audience = await audienceOfStream(context, stream);
    lists.push(audience === 'realm' ? [] : audience);
  }
  return lists;
}
