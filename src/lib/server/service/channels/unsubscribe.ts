import { appendTo } from '$lib/api/append-to';
import { isChannelOpenTo } from '$lib/api/permissions/channel';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { anyOf, idArray } from '../db/ids';
import { queryRows } from '../db/query-rows';
import type { QueueConditions } from '../db/schema/events';
import { streams } from '../db/schema/streams';
import type { UserRow } from '../model';
import { loadPermissionsOf } from '../permissions/load-many';
import { announceNoLongerVisiblePeople } from '../guest-visibility/announce-visibility';
import { ChannelAccess, type StreamRow } from './access';
import { announceCountsToGuests } from './guest-counts';
import { loadPeers } from './peers';

/** Channels with the users who left them. */
export type RemovedSubscriptions = ReadonlyMap<StreamRow, readonly UserRow[]>;

/**
 * Unsubscribes these users from these channels and sends events to them and to everyone who can see
 * the subscribers. Users who can no longer see a channel get its removal. Their own settings are
 * kept in case they rejoin. Takes one statement per kind of row, however many users there are.
 */
export async function removeSubscribers(
  context: ServiceContext,
  people: readonly UserRow[],
  from: readonly StreamRow[],
): Promise<RemovedSubscriptions> {
  await lockStreams(context, from);
  const left = await endSubscriptions(context, people, from);
  const of = (archived: boolean) =>
    new Map([...left].filter(([stream]) => stream.is_archived === archived));
  await announce(context, of(false));
  // For clients without support for archived channels, these are already gone.
  await announce(context, of(true), { with: 'archived_channels' });
  await announceNoLongerVisiblePeople(
    context,
    new Map([...left].map(([stream, gone]) => [stream.id, gone.map(({ id }) => id)])),
  );
  return left;
}

/**
 * Waits for messages being sent there, whose receivers are already known. Later messages don't
 * reach users who left.
 */
async function lockStreams({ tx }: ServiceContext, rows: readonly StreamRow[]): Promise<void> {
  await tx
    .select({ id: streams.id })
    .from(streams)
    .where(
      anyOf(
        streams.id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(streams.id)
    .for('update');
}

async function endSubscriptions(
  { tx }: ServiceContext,
  people: readonly UserRow[],
  from: readonly StreamRow[],
): Promise<RemovedSubscriptions> {
  const rows = await queryRows<{ stream_id: number; user_ids: number[] }>(
    tx,
    sql`with gone as (
        update subscriptions set active = false
        where active and stream_id = any(${idsOf(from)})
          and user_id = any(${idsOf(people)})
        returning stream_id, user_id)
      select stream_id, array_agg(user_id order by user_id) as user_ids from gone
      group by stream_id order by stream_id`,
  );
  const streamOf = new Map(from.map((stream) => [stream.id, stream]));
  const personOf = new Map(people.map((person) => [person.id, person]));
  return new Map(
    rows.map(({ stream_id, user_ids }) => [
      streamOf.get(stream_id)!,
      user_ids.map((id) => personOf.get(id)!),
    ]),
  );
}

const idsOf = (rows: readonly { readonly id: number }[]) => idArray(rows.map(({ id }) => id));

async function announce(
  context: ServiceContext,
  left: RemovedSubscriptions,
  hidden?: QueueConditions,
): Promise<void> {
  if (left.size === 0) return;
  const { emit } = context;
  const only = hidden && { hidden };
  for (const { streams, audience } of byStreams(left)) {
    const subscriptions = streams.map(({ id, name }) => ({ stream_id: id, name }));
    emit({ payload: { type: 'subscription', op: 'remove', subscriptions }, audience, ...only });
  }
  for (const { streams, audience } of byStreams(await losingVisibility(context, left))) {
    const stream_ids = streams.map(({ id }) => id);
    emit({
      payload: {
        ...{ type: 'stream', op: 'delete' },
        ...{ streams: stream_ids.map((stream_id) => ({ stream_id })), stream_ids },
      },
      audience,
      ...only,
    });
  }
  await announceToPeers(context, left, only);
}

/** Groups users who left the same channels. */
function byStreams(left: RemovedSubscriptions) {
  const streamsOf = new Map<number, StreamRow[]>();
  for (const [stream, people] of left) for (const { id } of people) appendTo(streamsOf, id, stream);
  const groups = new Map<string, { streams: readonly StreamRow[]; audience: number[] }>();
  for (const [user_id, streams] of streamsOf) {
    const key = streams.map(({ id }) => id).join();
    const group = groups.get(key);
    if (group) group.audience.push(user_id);
    else groups.set(key, { streams, audience: [user_id] });
  }
  return groups.values();
}

/** Users who can no longer see the channel after leaving it. */
async function losingVisibility(
  context: ServiceContext,
  left: RemovedSubscriptions,
): Promise<RemovedSubscriptions> {
  const inDoubt = new Map(
    [...left].map(([stream, people]) => [
      stream,
      people.filter((person) => !isChannelOpenTo(person, stream)),
    ]),
  );
  const people = [...new Set([...inDoubt.values()].flat())];
  if (people.length === 0) return new Map();
  const permissions = await loadPermissionsOf(context, people);
  const nowhere: ReadonlySet<number> = new Set();
  const accessOf = new Map(
    people.map((each) => [each, new ChannelAccess(each, permissions.get(each.id)!, nowhere)]),
  );
  return new Map(
    [...inDoubt].map(([stream, some]) => [
      stream,
      some.filter((person) => !accessOf.get(person)!.seesMetadata(stream)),
    ]),
  );
}

async function announceToPeers(
  context: ServiceContext,
  left: RemovedSubscriptions,
  only: { hidden: QueueConditions } | undefined,
): Promise<void> {
  const peersOf = await loadPeers(context, [...left.keys()]);
  // Combines channels that the same users left, with the same audience, into one event.
  const events = new Map<
    string,
    { stream_ids: number[]; user_ids: number[]; audience: readonly number[] }
  >();
  for (const [stream, people] of left) {
    const user_ids = people.map(({ id }) => id);
    const audience = peersOf(stream);
    if (audience.length === 0) continue;
    const key = `${user_ids.join()}:${audience.join()}`;
    const event = events.get(key);
    if (event) event.stream_ids.push(stream.id);
    else events.set(key, { stream_ids: [stream.id], user_ids, audience });
  }
  for (const { audience, ...ids } of events.values()) {
    const payload = { type: 'subscription', op: 'peer_remove', ...ids };
    context.emit({ payload, audience, ...only });
  }
  await announceCountsToGuests(context, [...left.keys()]);
}
