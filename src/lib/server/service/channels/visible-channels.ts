import { and, asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { selectManyRows } from '../db/many-rows';
import { streams } from '../db/schema/streams';
import type { UserRow } from '../model';
import { queueConditionsOf, type ChannelAccess, type StreamRow } from './access';
import { loadChannelActivity } from './activity';
import { loadSubscribers } from './subscribers';
import { ChannelWriter } from './wire';

/** Channels that appear or vanish for a person one by one; each is an event that names its subscribers. */
const mostTold = 500;

/**
 * Tells a person which channels appear and which vanish for them, with who is in them. If there are many,
 * their queues end instead, and their clients register again. `both` says that public channels may have
 * changed for them too.
 */
export async function announceVisibleChannels(
  context: ServiceContext,
  before: ChannelAccess,
  after: ChannelAccess,
  { both }: { readonly both: boolean },
): Promise<void> {
  const { tx, realm } = context;
  const endOwnQueues = () => context.endQueues([after.user.id]);
  const ofRealm = eq(streams.realm_id, realm.id);
  // Nearly all of these change, so they need not be loaded to know that they are too many.
  const open = and(ofRealm, eq(streams.invite_only, false), eq(streams.is_web_public, false));
  if (both && (await tx.$count(streams, open)) > mostTold) return endOwnQueues();
  const which = and(ofRealm, both ? undefined : eq(streams.invite_only, true));
  const rows = await selectManyRows(tx, streams, which, asc(streams.id));
  const only = (some: ChannelAccess, other: ChannelAccess) =>
    rows.filter((row) => some.seesMetadata(row) && !other.seesMetadata(row));
  const [lost, found] = [only(before, after), only(after, before)];
  if (lost.length + found.length > mostTold) return endOwnQueues();
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

/** Clients count subscribers on from here, by the events that follow. */
function announceFound(
  { emit }: ServiceContext,
  { id }: UserRow,
  writer: ChannelWriter,
  some: readonly StreamRow[],
): void {
  const told = some.map((row) => ({ ...writer.channel(row), subscriber_count: 0 }));
  const payload = { type: 'stream', op: 'create', streams: told };
  emit({ payload, audience: [id], ...queueConditionsOf(some[0]!) });
}

/** Channels with the same people in them are one event. */
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

/** Of one event each: archived ones apart, which not all clients are told of. */
function portions(rows: readonly StreamRow[]): StreamRow[][] {
  return [false, true]
    .map((isArchived) => rows.filter(({ is_archived }) => is_archived === isArchived))
    .filter((alike) => alike.length > 0);
}
