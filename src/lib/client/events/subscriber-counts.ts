import type { RegisterState } from '../../api/register';

/**
 * How many are in channels, after so many have come (or, below zero, gone). No event tells the number:
 * clients count on from what `stream`/`create` and the state have said.
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

/** The same list where it has none of them. */
function counted<T extends Counted>(rows: T[], changed: ReadonlySet<number>, more: number): T[] {
  if (!rows.some(({ stream_id }) => changed.has(stream_id))) return rows;
  return rows.map((row) =>
    changed.has(row.stream_id) && row.subscriber_count !== undefined
      ? { ...row, subscriber_count: Math.max(0, row.subscriber_count + more) }
      : row,
  );
}
