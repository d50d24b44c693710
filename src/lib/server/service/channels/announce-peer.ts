import { userRole } from '$lib/api/roles';
import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { idArray } from '../db/ids';
import { queryRows } from '../db/query-rows';
import { streams } from '../db/schema/streams';
import type { UserRow } from '../model';
import { queueConditionsOf, type StreamRow } from './access';
import { audiencesOfPrivate } from './audience';
import { announceCountsToGuests } from './guest-counts';
import { loadMembers } from './peers';

type Op = 'peer_add' | 'peer_remove';

/**
 * Sends events that a user was added to or removed from all their channels, after reactivation or
 * deactivation, to everyone who can see those channels' subscribers. Takes a fixed number of
 * statements, however many channels there are, plus those of private channels' settings.
 */
export async function announcePeer(
  context: ServiceContext,
  op: Op,
  person: UserRow,
): Promise<void> {
  const { tx, realm } = context;
  const channels = await tx
    .select()
    .from(streams)
    .where(
      and(
        eq(streams.realm_id, realm.id),
        sql`${streams.id} in (select stream_id from subscriptions
          where user_id = ${person.id} and active)`,
      ),
    );
  for (const isArchived of [false, true]) {
    const some = channels.filter(({ is_archived }) => is_archived === isArchived);
    if (some.length > 0) await announceIn(context, op, person, some);
  }
}

/** The channels must be all archived or all active. */
async function announceIn(
  context: ServiceContext,
  op: Op,
  person: UserRow,
  channels: readonly StreamRow[],
): Promise<void> {
  const tell = (stream_ids: readonly number[], audience: readonly number[]) => {
    if (stream_ids.length === 0 || audience.length === 0) return;
    const payload = { type: 'subscription', op, stream_ids, user_ids: [person.id] };
    context.emit({ payload, audience, ...queueConditionsOf(channels[0]!) });
  };
  const open = channels.filter((stream) => !stream.invite_only).map(({ id }) => id);
  if (open.length > 0) {
    tell(
      open,
      (await loadMembers(context)).filter((id) => id !== person.id),
    );
  }
  for (const { stream_ids, audience } of await guestsOf(context, person, open)) {
    tell(stream_ids, audience);
  }
  const closed = channels.filter((stream) => stream.invite_only);
  for (const [stream_id, knowing] of await audiencesOfPrivate(context, closed)) {
    tell(
      [stream_id],
      knowing.filter((id) => id !== person.id),
    );
  }
  await announceCountsToGuests(context, channels);
}

/**
 * Guests see subscribers only in their own channels. Groups guests that share the same channels
 * into one audience.
 */
async function guestsOf({ tx }: ServiceContext, person: UserRow, stream_ids: readonly number[]) {
  return queryRows<{ stream_ids: number[]; audience: number[] }>(
    tx,
    sql`select stream_ids, array_agg(user_id) as audience from (
        select s.user_id, array_agg(s.stream_id order by s.stream_id) as stream_ids
        from subscriptions s join users u on u.id = s.user_id
        where s.active and u.is_active and u.role >= ${userRole.guest}::int and u.id <> ${person.id}
          and s.stream_id = any(${idArray(stream_ids)})
        group by s.user_id) as each group by stream_ids`,
  );
}
