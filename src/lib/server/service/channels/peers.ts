import { userRole } from '$lib/api/roles';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryManyRows } from '../db/many-rows';
import type { StreamRow } from './access';
import { audiencesOfPrivate } from './audience';

/**
 * Active users who can see a channel's subscribers, as in `ChannelAccess.seesSubscribers`,
 * ascending. Takes a few statements, however many channels there are.
 */
export async function loadPeers(
  context: ServiceContext,
  streams: readonly StreamRow[],
): Promise<(stream: StreamRow) => readonly number[]> {
  const open = streams.filter(isPublic);
  const members = open.length > 0 ? await loadMembers(context) : [];
  const guests = await loadGuests(context, open);
  const closed = await audiencesOfPrivate(
    context,
    streams.filter((stream) => !isPublic(stream)),
  );
  const peers = new Map<number, readonly number[]>();
  for (const stream of streams) {
    const ids = isPublic(stream)
      ? [...members, ...(guests.get(stream.id) ?? [])]
      : closed.get(stream.id)!;
    peers.set(stream.id, ids.toSorted(ascending));
  }
  return ({ id }) => peers.get(id) ?? [];
}

const isPublic = (stream: StreamRow) => !stream.invite_only || stream.is_web_public;
const ascending = (a: number, b: number) => a - b;

/** Active people and bots other than guests. */
export async function loadMembers({ tx, realm }: ServiceContext): Promise<number[]> {
  const rows = await queryManyRows<{ id: number }>(
    tx,
    ['id'],
    sql`select id from users where realm_id = ${realm.id} and is_active
      and role < ${userRole.guest}::int`,
  );
  return rows.map(({ id }) => id);
}

/** Guests can see subscribers only in their own channels. */
async function loadGuests(
  { tx }: ServiceContext,
  streams: readonly StreamRow[],
): Promise<ReadonlyMap<number, number[]>> {
  if (streams.length === 0) return new Map();
  const rows = await queryManyRows<{ stream_id: number; user_ids: number[] }>(
    tx,
    ['stream_id', 'user_ids'],
    sql`select s.stream_id, array_agg(s.user_id) as user_ids
      from subscriptions s join users u on u.id = s.user_id
      where s.active and u.is_active and u.role >= ${userRole.guest}::int
        and s.stream_id = any(${`{${streams.map(({ id }) => id).join()}}`}::int[])
      group by s.stream_id`,
  );
  return new Map(rows.map(({ stream_id, user_ids }) => [stream_id, user_ids]));
}
