import { sql, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryManyRows } from '../db/many-rows';
import type { StreamRow } from './access';

const day = 86_400_000;
/** A channel without messages for this many days is no longer "recently active". */
const activeDays = 180;

/** Subscriber counts and message activity of all channels, loaded with two statements. */
export interface ChannelActivity {
  subscriberCount(stream_id: number): number;
  /** Messages per week, over the last seven days. Null if the channel is younger than that. */
  weeklyTraffic(stream: StreamRow): number | null;
  isRecentlyActive(stream: StreamRow): boolean;
}

export const newChannelActivity: ChannelActivity = {
  subscriberCount: () => 0,
  weeklyTraffic: () => null,
  isRecentlyActive: () => true,
};

/** Loads all channels, or only the given ones. */
export async function loadChannelActivity(
  { tx, realm, clock }: ServiceContext,
  only?: readonly number[],
): Promise<ChannelActivity> {
  const among = (column: SQL) =>
    only ? sql`and ${column} = any(${`{${only.join()}}`}::int[])` : sql``;
  const now = clock.now();
  const week = new Date(now - 7 * day).toISOString();
  const active = new Date(now - activeDays * day);
  const counts = await queryManyRows<{ stream_id: number; count: number }>(
    tx,
    ['stream_id', 'count'],
    sql`select s.stream_id, count(*)::int as count from subscriptions s
      join users u on u.id = s.user_id
      where s.active and u.is_active and u.realm_id = ${realm.id} ${among(sql`s.stream_id`)}
      group by s.stream_id`,
  );
  const traffic = await queryManyRows<{ stream_id: number; week: number }>(
    tx,
    ['stream_id', 'week'],
    sql`select s.id as stream_id, (select count(*)::int from messages m
          where m.stream_id = s.id and m.date_sent > ${week}::timestamptz) as week
      from streams s cross join lateral (select m.date_sent from messages m
        where m.stream_id = s.id order by m.date_sent desc limit 1) newest
      where s.realm_id = ${realm.id} and newest.date_sent > ${active.toISOString()}::timestamptz
        ${among(sql`s.id`)}`,
  );
  const countOf = new Map(counts.map(({ stream_id, count }) => [stream_id, count]));
  const weekOf = new Map(traffic.map((row) => [row.stream_id, row.week]));
  return {
    subscriberCount: (stream_id) => countOf.get(stream_id) ?? 0,
    weeklyTraffic: (stream) =>
      now - stream.date_created.getTime() < 7 * day ? null : (weekOf.get(stream.id) ?? 0),
    isRecentlyActive: (stream) => stream.date_created > active || weekOf.has(stream.id),
  };
}
