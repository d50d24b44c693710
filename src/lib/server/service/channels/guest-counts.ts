import { userRole } from '$lib/api/roles';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { idArray } from '../db/ids';
import { queryRows } from '../db/query-rows';
import { queueConditionsOf, type StreamRow } from './access';

/**
 * Sends guests the subscriber counts of channels that they can see without being in them. They get
 * no `peer_add` events there, so they can't keep the counts up to date themselves.
 */
export async function announceCountsToGuests(
  { tx, realm, emit }: ServiceContext,
  streams: readonly StreamRow[],
): Promise<void> {
  const open = streams.filter((stream) => stream.is_web_public);
  if (open.length === 0) return;
  const rows = await queryRows<{ stream_id: number; count: number; audience: number[] }>(
    tx,
    sql`select stream.id as stream_id,
        (select count(*)::int from subscriptions s join users u on u.id = s.user_id
          where s.stream_id = stream.id and s.active and u.is_active) as count,
        array(select id from users u
          where realm_id = ${realm.id} and is_active and role >= ${userRole.guest}::int
            and not exists (select 1 from subscriptions s
              where s.stream_id = stream.id and s.user_id = u.id and s.active)) as audience
      from unnest(${idArray(open.map(({ id }) => id))}) as stream(id)`,
  );
  const countById = new Map(rows.map((row) => [row.stream_id, row]));
  for (const stream of open) {
    const { count: value, audience } = countById.get(stream.id)!;
    if (audience.length === 0) continue;
    const { id: stream_id, name } = stream;
    const change = { property: 'subscriber_count', value };
    const payload = { type: 'stream', op: 'update', stream_id, name, ...change };
    emit({ payload, audience, ...queueConditionsOf(stream) });
  }
}
