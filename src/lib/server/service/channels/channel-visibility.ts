import { isAdministrator, isGuest } from '$lib/api/roles';
import type { ServiceContext } from '../context';
import type { QueueConditions } from '../db/schema/events';
import type { UserRow } from '../model';
import { loadSettingSerializer } from '../permissions/setting-serializer';
import { queueConditionsOf, type StreamRow } from './access';
import { loadChannelActivity, newChannelActivity, type ChannelActivity } from './activity';
import { peopleNamedBySettings } from './audience';
import { announceCountsToGuests } from './guest-counts';
import { loadPeers } from './peers';
import { loadSubscribers } from './subscribers';
import { ChannelWriter } from './wire';

/*
 * Events for users for whom channels appear or disappear. Clients start from the subscriber count
 * in `stream`/`create` and update it from the `subscription` events that follow.
 */

export async function loadChannelWriter(
  context: ServiceContext,
  activity: ChannelActivity,
): Promise<ChannelWriter> {
  return new ChannelWriter(await loadSettingSerializer(context), activity);
}

/**
 * Announces new channels: to first subscribers with their full count, to others with 0, because
 * `peer_add` events follow.
 */
export async function announceCreatedChannels(
  context: ServiceContext,
  streams: readonly StreamRow[],
  audience: readonly number[],
  subscribers: readonly number[],
): Promise<void> {
  const writer = await loadChannelWriter(context, newChannelActivity);
  const inside = new Set(subscribers);
  const outside = audience.filter((id) => !inside.has(id));
  const emit = (seeing: readonly number[], subscriber_count: number) => {
    if (seeing.length === 0) return;
    const channels = streams.map((stream) => ({ ...writer.channel(stream), subscriber_count }));
    context.emit({
      payload: { type: 'stream', op: 'create', streams: channels },
      audience: seeing,
    });
  };
  emit([...inside], inside.size);
  emit(outside, 0);
}

/** Announces a channel to users who can now see it. */
export async function announceVisibility(
  context: ServiceContext,
  stream: StreamRow,
  audience: readonly number[],
  more: {
    readonly hidden?: QueueConditions;
    readonly subscriber_count?: number;
  } = queueConditionsOf(stream),
): Promise<void> {
  if (audience.length === 0) return;
  const { hidden, ...counted } = more;
  const writer = await loadChannelWriter(context, await loadChannelActivity(context, [stream.id]));
  context.emit({
    payload: {
      type: 'stream',
      op: 'create',
      streams: [{ ...writer.channel(stream), ...counted }],
    },
    audience,
    ...(hidden && { hidden }),
  });
}

/**
 * After a change of who can see a channel, announces it, with its subscribers, to users who
 * couldn't see it before, and its removal to those who no longer can.
 */
export async function announceVisibilityChange(
  context: ServiceContext,
  stream: StreamRow,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const [saw, see] = [new Set(before), new Set(after)];
  const gained = after.filter((id) => !saw.has(id));
  const lost = before.filter((id) => !see.has(id));
  const hidden = queueConditionsOf(stream);
  const { id } = stream;
  if (gained.length > 0) {
    await announceVisibility(context, stream, gained, { ...hidden, subscriber_count: 0 });
    const peers = new Set((await loadPeers(context, [stream]))(stream));
    const audience = gained.filter((each) => peers.has(each));
    const keys = (await loadSubscribers(context, 'true', [id]))(id, true);
    const user_ids = keys.subscribers ?? [];
    if (audience.length > 0 && user_ids.length > 0) {
      const payload = { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids };
      context.emit({ payload, audience, ...hidden });
    }
  }
  if (gained.length > 0) await announceCountsToGuests(context, [stream]);
  if (lost.length === 0) return;
  context.emit({
    payload: { type: 'stream', op: 'delete', streams: [{ stream_id: id }], stream_ids: [id] },
    audience: lost,
    ...hidden,
  });
}

/** Those of these users who could see the channel only as subscribers. */
export async function peopleWithoutAccess(
  context: ServiceContext,
  stream: StreamRow,
  people: readonly UserRow[],
): Promise<number[]> {
  if (stream.is_web_public) return [];
  const named = stream.invite_only ? new Set(await peopleNamedBySettings(context, stream)) : null;
  return people
    .filter(
      (person) => isGuest(person) || (named && !isAdministrator(person) && !named.has(person.id)),
    )
    .map(({ id }) => id);
}
