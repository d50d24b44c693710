import type { RegisterState } from '../../api/register';

/**
 * Changes channels' subscriber counts by `more` (negative if users have left). No event contains
 * the number: clients count on from what `stream`/`create` and the state contained.
 * https://zulip.com/api/get-events#subscription-peer_add
 */
export function withSubscriberCounts(
  { streams, subscriptions }: RegisterState,
  ids: readonly number[],
  more: number,
): Partial<RegisterState> {
  const changed = new Set(ids);
  return {
    ...(streams && { streams: counted(streams, changed, more) }),
    ...(subscriptions && { subscriptions: counted(subscriptions, changed, more) }),
  };
}

interface Counted {
  readonly stream_id: number;
  readonly subscriber_count?: number | undefined;
}

/** Returns the same list if it has none of the channels. */
function counted<T extends Counted>(rows: T[], changed: ReadonlySet<number>, more: number): T[] {
  if (!rows.some(({ stream_id }) => changed.has(stream_id))) return rows;
  return rows.map((row) =>
    changed.has(row.stream_id) && row.subscriber_count !== undefined
      ? { ...row, subscriber_count: Math.max(0, row.subscriber_count + more) }
      : row,
  );
}
