import { sql, type SQL } from 'drizzle-orm';
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
  const inTopic = sql`m.stream_id = ${stream.id}::int and fold_case(m.topic)`;
  const newestOf = (topic: SQL) => sql`(select m.id, m.topic, fold_case(m.topic) as folded
    from messages m where ${inTopic} ${topic} order by fold_case(m.topic) desc, m.id desc limit 1)`;
  const received = sql`(select m.id, m.topic from messages m
    where ${inTopic} = each.folded
      and m.id >= (select min(message_id) from user_messages where user_id = ${user.id}::int)
      and exists (select 1 from user_messages um
        where um.message_id = m.id and um.user_id = ${user.id}::int)
    order by m.id desc limit 1)`;
  // Goes from each topic's newest message to the next topic's in the index, instead of through all
  // messages.
  return queryRows<{ name: string; max_id: number }>(
    tx,
    sql`with recursive each as (
        ${newestOf(sql`is not null`)}
        union all
        select found.* from each cross join lateral ${newestOf(sql`< each.folded`)} found
      )
      select newest.topic as name, newest.id as max_id
      from each cross join lateral
        ${stream.history_public_to_subscribers ? sql`(select each.id, each.topic)` : received} newest
      order by newest.id desc`,
  );
}
