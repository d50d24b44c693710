import { appendTo } from '$lib/api/append-to';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { returnManyRows } from '../db/many-rows';
import type { QueueConditions } from '../db/schema/events';
import { subscriptions } from '../db/schema/streams';
import type { UserRow } from '../model';
import { announceNewlyVisiblePeople } from '../guest-visibility/announce-visibility';
import type { StreamRow } from './access';
import { loadChannelActivity } from './activity';
import { announceCountsToGuests } from './guest-counts';
import { loadPeers } from './peers';
import { announceVisibility, loadChannelWriter, peopleWithoutAccess } from './channel-visibility';
import { loadSubscribers } from './subscribers';

/** A channel's color for users who haven't chosen one. */
const channelColors: readonly string[] =
  '#5a8fd6 #d1604f #3f9e74 #b9822b #8e6fc9 #2f9aa8 #c2589a #6f8f3a #a8563a #4f74b8 #b14a6b #3d8f8f #94772f #7a5bb0 #4c9a52 #b06a3c #5779a6 #a34f8a #597f3f #9a5656'.split(
    ' ',
  );

/**
 * The same for everyone, so that people can refer to it. Channels created one after the other
 * differ.
 */
function colorOf(stream_id: number): string {
  return channelColors[stream_id % channelColors.length]!;
}

type SubscriptionRow = typeof subscriptions.$inferSelect;

/** A channel to subscribe people to, with the color if they chose one. */
export interface ChannelToSubscribe {
  readonly stream: StreamRow;
  readonly color?: string | undefined;
}

/** New subscribers by channel. Leaves out those who were already subscribed. */
export interface NewSubscriptions {
  readonly streams: readonly StreamRow[];
  readonly rows: readonly SubscriptionRow[];
  /** Ascending user ids, by channel id. */
  readonly user_ids: ReadonlyMap<number, readonly number[]>;
}

/**
 * Subscribes all of these users to all of these channels, whether or not they can see them, and
 * sends events to them and to everyone who can see the subscribers. Users who rejoin get their
 * previous settings back.
 */
export async function subscribePeople(
  context: ServiceContext,
  joinings: readonly ChannelToSubscribe[],
  people: readonly UserRow[],
): Promise<NewSubscriptions> {
  const joined = await insertSubscriptions(context, joinings, people);
  await announceNewlyVisiblePeople(context, joined.user_ids);
  const byId = new Map(people.map((person) => [person.id, person]));
  for (const stream of joined.streams) {
    const added = joined.user_ids.get(stream.id)!.flatMap((id) => byId.get(id) ?? []);
    await announceVisibility(context, stream, await peopleWithoutAccess(context, stream, added));
  }
  await announceSubscriptions(context, joined);
  return joined;
}

/** Takes one statement, however many users and channels there are. */
export async function insertSubscriptions(
  { tx }: ServiceContext,
  joinings: readonly ChannelToSubscribe[],
  people: readonly UserRow[],
): Promise<NewSubscriptions> {
  if (joinings.length === 0 || people.length === 0)
    return { streams: [], rows: [], user_ids: new Map() };
  const channels = joinings.map(({ stream, color }) => ({
    id: stream.id,
    color: color ?? colorOf(stream.id),
  }));
  const ids = people.map(({ id }) => id).toSorted((a, b) => a - b);
  const rows = await returnManyRows(
    tx,
    subscriptions,
    sql`insert into subscriptions (stream_id, user_id, color)
      select c.id, p.id, c.color
      from json_to_recordset(${JSON.stringify(channels)}::text::json) as c(id int, color text)
      cross join unnest(${`{${ids.join()}}`}::int[]) as p(id)
      order by c.id, p.id
      on conflict (stream_id, user_id) do update set active = true
      where not subscriptions.active
      returning *`,
  );
  const user_ids = new Map<number, number[]>();
  for (const row of rows) appendTo(user_ids, row.stream_id, row.user_id);
  const streams = joinings.map(({ stream }) => stream).filter(({ id }) => user_ids.has(id));
  return { streams, rows, user_ids };
}

/**
 * Sends `subscription` events: `add` to new subscribers, `peer_add` to others who can see the
 * channel's subscribers.
 */
export async function announceSubscriptions(
  context: ServiceContext,
  joined: NewSubscriptions,
): Promise<void> {
  if (joined.rows.length === 0) return;
  await announceToSubscribers(context, joined.streams, joined.rows);
  await announceToPeers(context, joined);
}

/**
 * Sends subscribers their own settings of these channels, with one event for all users whose
 * settings are equal.
 */
export async function announceToSubscribers(
  context: ServiceContext,
  streams: readonly StreamRow[],
  rows: readonly SubscriptionRow[],
  only: { readonly hidden?: QueueConditions } = {},
): Promise<void> {
  const ids = streams.map(({ id }) => id);
  const writer = await loadChannelWriter(context, await loadChannelActivity(context, ids));
  const subscribersOf = await loadSubscribers(context, 'true', ids);
  const byId = new Map(streams.map((stream) => [stream.id, stream]));
  const ofUser = new Map<number, SubscriptionRow[]>();
  for (const row of rows) appendTo(ofUser, row.user_id, row);
  const alike = new Map<string, { own: SubscriptionRow[]; user_ids: number[] }>();
  for (const [user_id, own] of ofUser) {
    const key = JSON.stringify(own.map(({ user_id: _user_id, ...fields }) => fields));
    const group = alike.get(key) ?? { own, user_ids: [] };
    group.user_ids.push(user_id);
    alike.set(key, group);
  }
  for (const { own, user_ids } of alike.values()) {
    const subscriptions = own.map((row) => {
      const stream = byId.get(row.stream_id)!;
      return { ...writer.subscription(stream, row), ...subscribersOf(stream.id, true) };
    });
    const payload = { type: 'subscription', op: 'add', subscriptions };
    context.emit({ payload, audience: user_ids, ...only });
  }
}

/** Combines channels with the same new subscribers and the same audience into one event. */
async function announceToPeers(
  context: ServiceContext,
  { streams, user_ids }: NewSubscriptions,
): Promise<void> {
  const peersOf = await loadPeers(context, streams);
  const events = new Map<
    string,
    { stream_ids: number[]; user_ids: number[]; audience: number[] }
  >();
  for (const stream of streams) {
    const came = user_ids.get(stream.id)!;
    const inside = new Set(came);
    const audience = peersOf(stream).filter((id) => !inside.has(id));
    if (audience.length === 0) continue;
    const key = `${came.join()}:${audience.join()}`;
    const event = events.get(key);
    if (event) event.stream_ids.push(stream.id);
    else events.set(key, { stream_ids: [stream.id], user_ids: [...came], audience });
  }
  for (const { audience, ...ids } of events.values()) {
    context.emit({ payload: { type: 'subscription', op: 'peer_add', ...ids }, audience });
  }
  await announceCountsToGuests(context, streams);
}
