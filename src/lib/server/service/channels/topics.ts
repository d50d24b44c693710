import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import type { StreamRow } from './access';

/** Name of the empty topic for clients that can't show an empty one. */
export const emptyTopicName = 'general chat';

export interface TopicSummary {
  readonly name: string;
  readonly max_id: number;
}

/**
 * Topics of a channel, newest first. Names that differ only by case are one topic, in the newest
 * spelling. If history isn't public to subscribers, only messages that the caller received count.
 */
export async function listTopics(
  { tx, user }: ServiceContext,
  stream: Pick<StreamRow, 'id' | 'history_public_to_subscribers'>,
): Promise<TopicSummary[]> {
  const received = stream.history_public_to_subscribers
    ? sql``
    : sql`and exists (select 1 from user_messages um
        where um.message_id = m.id and um.user_id = ${user.id})`;
  // Folds each spelling once instead of each message.
  return queryRows<{ name: string; max_id: number }>(
    tx,
    sql`select name, max_id from (
        select distinct on (fold_case(name)) name, max_id
        from (select topic as name, max(id) as max_id
          from messages m where stream_id = ${stream.id} ${received} group by topic) spellings
        order by fold_case(name), max_id desc
      ) newest order by max_id desc`,
  );
}
