import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryManyRows } from '../db/many-rows';

export type IncludeSubscribers = 'true' | 'false' | 'partial';

/** Above this many subscribers, `partial` lists only those with the newest accounts. */
const partialLimit = 250;

/** Has at most one of these. */
interface Keys {
  readonly subscribers?: number[];
  readonly partial_subscribers?: number[];
}

/**
 * Loads subscriber lists of all channels, or of the given ones, under the key that
 * `include_subscribers` asks for.
 */
export async function loadSubscribers(
  { tx, realm }: ServiceContext,
  include: IncludeSubscribers,
  only?: readonly number[],
): Promise<(stream_id: number, visible: boolean) => Keys> {
  if (include === 'false') return () => ({});
  const rows = await queryManyRows<{ stream_id: number; user_ids: number[] }>(
    tx,
    ['stream_id', 'user_ids'],
    sql`select s.stream_id, array_agg(s.user_id order by s.user_id) as user_ids
      from subscriptions s join users u on u.id = s.user_id
      where s.active and u.is_active and u.realm_id = ${realm.id}
        ${only ? sql`and s.stream_id = any(${`{${only.join()}}`}::int[])` : sql``}
      group by s.stream_id`,
  );
  const idsOf = new Map(rows.map(({ stream_id, user_ids }) => [stream_id, user_ids]));
  return (stream_id, visible) => {
    const user_ids = (visible && idsOf.get(stream_id)) || [];
    return include === 'partial' && user_ids.length > partialLimit
      ? { partial_subscribers: user_ids.slice(-partialLimit) }
      : { subscribers: user_ids };
  };
}
