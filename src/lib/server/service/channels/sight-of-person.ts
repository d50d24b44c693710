import { and, asc, eq } from 'drizzle-orm';
import type { Context } from '../context';
import { manyOf } from '../db/many-rows';
import { streams } from '../db/schema/streams';
import type { User } from '../model';
import { hiddenOf, type ChannelAccess, type StreamRow } from './access';
import { loadActivity } from './activity';
import { loadSubscribers } from './subscribers';
import { ChannelWriter } from './wire';

/** Of one event, which is kept and sent as a whole. */
const most = 500;

/**
 * Tells somebody which channels they see now and did not see before, with who is in them, and the other
 * way round. `both` says that public channels may have changed for them too.
 */
export async function announceOwnSight(
  context: Context,
  before: ChannelAccess,
  after: ChannelAccess,
  { both }: { readonly both: boolean },
): Promise<void> {
  const { tx, realm } = context;
  const rows = await manyOf(
    tx,
    streams,
    and(eq(streams.realm_id, realm.id), both ? undefined : eq(streams.invite_only, true)),
    asc(streams.id),
  );
  const only = (some: ChannelAccess, other: ChannelAccess) =>
    rows.filter((row) => some.seesMetadata(row) && !other.seesMetadata(row));
  for (const some of portions(only(before, after))) announceLost(context, after.user, some);
  const found = only(after, before);
  if (found.length === 0) return;
  const writer = new ChannelWriter(after.permissions.systemGroups, await loadActivity(context));
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

function announceLost({ emit }: Context, { id }: User, some: readonly StreamRow[]): void {
  const stream_ids = some.map((row) => row.id);
  const gone = stream_ids.map((stream_id) => ({ stream_id }));
  const payload = { type: 'stream', op: 'delete', streams: gone, stream_ids };
  emit({ payload, audience: [id], ...hiddenOf(some[0]!) });
}

/** Clients count subscribers on from here, by the events that follow. */
function announceFound(
  { emit }: Context,
  { id }: User,
  writer: ChannelWriter,
  some: readonly StreamRow[],
): void {
  const told = some.map((row) => ({ ...writer.channel(row), subscriber_count: 0 }));
  const payload = { type: 'stream', op: 'create', streams: told };
  emit({ payload, audience: [id], ...hiddenOf(some[0]!) });
}

/** Channels with the same people in them are one event. */
function announceSubscribers(
  { emit }: Context,
  { id }: User,
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
    emit({ payload, audience: [id], ...hiddenOf(some[0]!) });
  }
}

/** Of one event each: archived ones apart, which not all clients are told of. */
function portions(rows: readonly StreamRow[]): StreamRow[][] {
  return [false, true].flatMap((isArchived) => {
    const alike = rows.filter(({ is_archived }) => is_archived === isArchived);
    const count = Math.ceil(alike.length / most);
    return Array.from({ length: count }, (_, at) => alike.slice(at * most, (at + 1) * most));
  });
}
