import { foldCase } from '$lib/api/fold-case';
import { sql } from 'drizzle-orm';
import { isStillReadable } from '../channels/readers';
import type { ServiceContext } from '../context';
import { queryManyRows } from '../db/many-rows';
import { queryRows } from '../db/query-rows';
import type { StateReader, StateScope } from './scope';

/** Maximum number of unread messages in the state. The newest are included. */
const maxUnread = 50_000;
/** How many of the user's newest direct messages are searched for recent conversations. */
const recentDepth = 1000;

async function lastMessageId({ tx, user }: ServiceContext): Promise<number> {
  const [row] = await queryRows<{ id: number | null }>(
    tx,
    sql`select max(message_id) as id from user_messages where user_id = ${user.id}`,
  );
  return row?.id ?? -1;
}

type UnreadRow = {
  id: number;
  sender_id: number;
  stream_id: number | null;
  topic: string;
  user_ids: number[] | null;
  /** By name, or by a wildcard where that isn't muted. */
  mentioned: boolean;
  muted: boolean;
};

/** Unread messages by conversation. Messages to oneself are listed under the user's own id. */
async function unreadState(scope: StateScope) {
  const { tx, user } = scope.context;
  // Only read for messages that mention everyone, because folding a topic takes longer than the
  // rest of a row.
  const policy = sql`select ut.visibility_policy from user_topics ut
    where ut.user_id = um.user_id and ut.stream_id = m.stream_id
      and fold_case(ut.topic) = fold_case(m.topic)`;
  const rows = await queryManyRows<UnreadRow>(
    tx,
    ['id', 'sender_id', 'stream_id', 'topic', 'user_ids', 'mentioned', 'muted'],
    sql`select m.id, m.sender_id, m.stream_id, m.topic, r.user_ids,
        'mentioned' = any(um.flags)
          or um.flags && array['stream_wildcard_mentioned', 'topic_wildcard_mentioned']
            and not coalesce((${policy}) = 1, s.is_muted, false)
          as mentioned,
        coalesce(s.is_muted or not s.active, false) as muted
      from user_messages um
      join messages m on m.id = um.message_id
      join recipients r on r.id = m.recipient_id
      left join subscriptions s on s.stream_id = m.stream_id and s.user_id = um.user_id
      where um.user_id = ${user.id} and not ('read' = any(um.flags))
        and ${await isStillReadable(scope.context)}
      order by um.message_id desc limit ${maxUnread}`,
  );
  rows.reverse();
  const pms = new Map<number, number[]>();
  const huddles = new Map<string, number[]>();
  const topics = new Map<string, { stream_id: number; topic: string; ids: number[] }>();
  for (const row of rows) {
    if (row.stream_id !== null) {
      const key = `${row.stream_id}:${foldCase(row.topic)}`;
      const entry = topics.get(key) ?? { stream_id: row.stream_id, topic: '', ids: [] };
      entry.topic = row.topic;
      entry.ids.push(row.id);
      topics.set(key, entry);
      continue;
    }
    const people = row.user_ids ?? [];
    if (people.length > 2) append(huddles, people.join(), row.id);
    else append(pms, people.find((id) => id !== user.id) ?? user.id, row.id);
  }
  return {
    count: rows.filter(({ muted }) => !muted).length,
    pms: [...pms].map(([id, unread_message_ids]) => ({
      other_user_id: id,
      sender_id: id,
      unread_message_ids,
    })),
    streams: [...topics.values()].map(({ stream_id, topic, ids }) => ({
      stream_id,
      topic: scope.topicName(topic),
      unread_message_ids: ids,
    })),
    huddles: [...huddles].map(([user_ids_string, unread_message_ids]) => ({
      user_ids_string,
      unread_message_ids,
    })),
    mentions: rows.filter(({ mentioned }) => mentioned).map(({ id }) => id),
    old_unreads_missing: rows.length === maxUnread,
  };
}

function append<K>(lists: Map<K, number[]>, key: K, id: number): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}

export const messageStates: Readonly<Record<string, StateReader>> = {
  message: async ({ context }) => ({ max_message_id: await lastMessageId(context) }),
  /** The unread data needs both keys. */
  update_message_flags: async (scope) =>
    scope.fetches('message') ? { unread_msgs: await unreadState(scope) } : {},
  starred_messages: async ({ context }) => {
    const rows = await queryManyRows<{ id: number }>(
      context.tx,
      ['id'],
      sql`select m.id from user_messages um join messages m on m.id = um.message_id
        where um.user_id = ${context.user.id} and 'starred' = any(um.flags)
          and ${await isStillReadable(context)}
        order by um.message_id`,
    );
    return { starred_messages: rows.map(({ id }) => id) };
  },
  recent_private_conversations: async ({ context: { tx, user } }) => {
    const rows = await queryRows<{ max_message_id: number; user_ids: number[] }>(
      tx,
      sql`select max(id) as max_message_id, user_ids from (
          select m.id, r.user_ids from user_messages um
          join messages m on m.id = um.message_id
          join recipients r on r.id = m.recipient_id
          where um.user_id = ${user.id} and m.stream_id is null
          order by um.message_id desc limit ${recentDepth}
        ) newest group by user_ids order by max(id) desc`,
    );
    return {
      recent_private_conversations: rows.map(({ max_message_id, user_ids }) => ({
        max_message_id,
        user_ids: user_ids.filter((id) => id !== user.id),
      })),
    };
  },
};
