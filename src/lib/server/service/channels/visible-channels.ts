import { and, asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { selectManyRows } from '../db/many-rows';
import { streams } from '../db/schema/streams';
import type { UserRow } from '../model';
import { queueConditionsOf, type ChannelAccess, type StreamRow } from './access';
import { loadChannelActivity } from './activity';
import { loadSubscribers } from './subscribers';
import { ChannelWriter } from './wire';

/**
 * Maximum number of channels that appear or disappear for a user through events. With more, their
 * queues end.
 */
const maxAnnounced = 500;

/**
 * Sends a user events for channels that appear and disappear for them, with subscribers. If there
 * are too many, their queues end instead, and their clients register again. `both` means that
 * public channels may have changed too.
 */
export async function announceVisibleChannels(
  context: ServiceContext,
  before: ChannelAccess,
  after: ChannelAccess,
  { both }: { readonly both: boolean },
): Promise<void> {
  const { tx, realm } = context;
  const endOwnQueues = () => context.service.endQueues([after.user.id]);
  const ofRealm = eq(streams.realm_id, realm.id);
  // Nearly all of these change, so counting them is enough to know that there are too many.
  const open = and(ofRealm, eq(streams.invite_only, false), eq(streams.is_web_public, false));
  if (both && (await tx.$count(streams, open)) > maxAnnounced) return endOwnQueues();
  const which = and(ofRealm, both ? undefined : eq(streams.invite_only, true));
  const rows = await selectManyRows(tx, streams, which, asc(streams.id));
  const only = (some: ChannelAccess, other: ChannelAccess) =>
    rows.filter((row) => some.seesMetadata(row) && !other.seesMetadata(row));
  const [lost, found] = [only(before, after), only(after, before)];
  if (lost.length + found.length > maxAnnounced) return endOwnQueues();
  for (const some of portions(lost)) announceLost(context, after.user, some);
  if (found.length === 0) return;
  const writer = new ChannelWriter(
    after.permissions.systemGroups,
    await loadChannelActivity(context),
  );
  const subscribersOf = await loadSubscribers(
    context,
    'true',
    found.map(({ id }) => id),
  );
  for (const some of portions(found)) {
    announceFound(context, after.user, writer, some);
    announceSubscribers(
      context,
      after.user,
      some,
      ({ id }) => subscribersOf(id, true).subscribers!,
    );
  }
}

function announceLost({ emit }: ServiceContext, { id }: UserRow, some: readonly StreamRow[]): void {
  const stream_ids = some.map((row) => row.id);
  const gone = stream_ids.map((stream_id) => ({ stream_id }));
  const payload = { type: 'stream', op: 'delete', streams: gone, stream_ids };
  emit({ payload, audience: [id], ...queueConditionsOf(some[0]!) });
}

/** Starts with a count of 0, because clients update it from the `peer_add` events that follow. */
function announceFound(
  { emit }: ServiceContext,
  { id }: UserRow,
  writer: ChannelWriter,
  some: readonly StreamRow[],
): void {
  const channels = some.map((row) => ({ ...writer.channel(row), subscriber_count: 0 }));
  const payload = { type: 'stream', op: 'create', streams: channels };
  emit({ payload, audience: [id], ...queueConditionsOf(some[0]!) });
}

/** Combines channels with the same subscribers into one event. */
function announceSubscribers(
  { emit }: ServiceContext,
  { id }: UserRow,
  some: readonly StreamRow[],
  subscribersOf: (row: StreamRow) => readonly number[],
): void {
  const alike = new Map<string, { stream_ids: number[]; user_ids: readonly number[] }>();
  for (const row of some) {
    const user_ids = subscribersOf(row);
    if (user_ids.length === 0) continue;
    const key = user_ids.join();
    const group = alike.get(key);
    if (group) group.stream_ids.push(row.id);
    else alike.set(key, { stream_ids: [row.id], user_ids });
  }
  for (const { stream_ids, user_ids } of alike.values()) {
    const payload = { type: 'subscription', op: 'peer_add', stream_ids, user_ids };
    emit({ payload, audience: [id], ...queueConditionsOf(some[0]!) });
  }
}

/**
 * Splits channels into one part per event, with archived ones separate, because some clients don't
 * get those.
 */
function portions(rows: readonly StreamRow[]): StreamRow[][] {
  return [false, true]
    .map((isArchived) => rows.filter(({ is_archived }) => is_archived === isArchived))
    .filter((alike) => alike.length > 0);
}
