import { topicVisibilityPolicy } from '$lib/api/user-topic';
import { userRole } from '$lib/api/roles';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { unixTime } from '../users/wire';

export interface UserTopicPolicy {
  readonly user_id: number;
  readonly stream_id: number;
  readonly topic: string;
  readonly visibility_policy: number;
}

/** Stores a user's policy and sends events to their queues. Does nothing if it is unchanged. */
export async function storeUserTopicPolicy(
  context: ServiceContext,
  policy: UserTopicPolicy,
): Promise<void> {
  const { tx, clock } = context;
  const { user_id, stream_id, topic, visibility_policy } = policy;
  const now = new Date(clock.now());
  const key = sql`user_id = ${user_id}::int and stream_id = ${stream_id}::int
    and fold_case(topic) = fold_case(${topic})`;
  const changed =
    visibility_policy === topicVisibilityPolicy.none
      ? await queryRows(tx, sql`delete from user_topics where ${key} returning id`)
      : await queryRows(
          tx,
          sql`insert into user_topics as old
              (user_id, stream_id, topic, visibility_policy, last_updated)
            values (${user_id}, ${stream_id}, ${topic}, ${visibility_policy},
              ${now.toISOString()}::timestamptz)
            on conflict (user_id, stream_id, fold_case(topic)) do update
              set visibility_policy = excluded.visibility_policy,
                last_updated = excluded.last_updated
              where old.visibility_policy <> excluded.visibility_policy
            returning id`,
        );
  if (changed.length === 0) return;
  context.emit({
    payload: {
      type: 'user_topic',
      stream_id,
      topic_name: topic,
      last_updated: unixTime(now),
      visibility_policy,
    },
    audience: [user_id],
  });
  context.emit({
    payload: { type: 'muted_topics', muted_topics: await mutedTopics(context, user_id) },
    audience: [user_id],
    hidden: { unless_type: 'user_topic' },
  });
}

/**
 * `[channel name, topic, UNIX seconds]` of each muted topic, the form used before level 134. Leaves
 * out private channels that the user has left, so that their names stay hidden.
 */
export async function mutedTopics(
  { tx }: ServiceContext,
  user_id: number,
): Promise<[string, string, number][]> {
  const rows = await queryRows<{ name: string; topic: string; at: number }>(
    tx,
    sql`select s.name, ut.topic, floor(extract(epoch from ut.last_updated))::int as at
      from user_topics ut join streams s on s.id = ut.stream_id join users u on u.id = ut.user_id
      where (s.is_web_public or (not s.invite_only and u.role < ${userRole.guest}::int)
          or exists (select 1 from subscriptions sub
            where sub.stream_id = s.id and sub.user_id = u.id and sub.active))
        and ut.user_id = ${user_id}::int and ut.visibility_policy = ${topicVisibilityPolicy.muted}::int
      order by ut.id`,
  );
  return rows.map(({ name, topic, at }) => [name, topic, at]);
}
