import { foldCase } from '$lib/api/fold-case';
import { sql } from 'drizzle-orm';
import { isStillReadable } from '../channels/readers';
import type { ServiceContext } from '../context';
import { queryManyRows } from '../db/many-rows';
import { queryRows } from '../db/query-rows';
import type { StateReader, StateScope } from './scope';

/** Maximum number of unread messages in the state. The newest are included. */
const maxUnread = 50_000;
/** Maximum number of direct conversations in the state. The most recent are included. */
const maxRecentConversations = 1000;

async function lastMessageId({ tx, user }: ServiceContext): Promise<number> {
  const [row] = await queryRows<{ id: number | null }>(
    tx,
    sql`select max(message_id) as id from user_messages where user_id = ${user.id}`,
  );
  return row?.id ?? -1;
}

/** The unread messages of a conversation, in one spelling of its topic. */
type UnreadRow = {
  /** Ascending. */
  ids: number[];
  stream_id: number | null;
  topic: string;
  user_ids: number[] | null;
  /** Of `ids`: by name, or by a wildcard where that isn't muted. */
  mentions: number[] | null;
  muted: boolean;
  readable: boolean;
};

/** Unread messages by conversation. Messages to oneself are listed under the user's own id. */
async function unreadState(scope: StateScope) {
  const { tx, user, realm } = scope.context;
  const policy = sql`select ut.visibility_policy from user_topics ut
    where ut.user_id = ${user.id} and ut.stream_id = m.stream_id
      and fold_case(ut.topic) = fold_case(m.topic)`;
  // Needs nothing of a message but what `messages_realm` has.
  const found = await queryManyRows<UnreadRow>(
    tx,
    ['ids', 'stream_id', 'topic', 'user_ids', 'mentions', 'muted', 'readable'],
    sql`select m.ids, m.stream_id, m.topic, m.user_ids,
        case when m.wildcards and not coalesce((${policy}) = 1, s.is_muted, false)
          then m.mentioned else m.named end as mentions,
        coalesce(s.is_muted or not s.active, false) as muted,
        ${await isStillReadable(scope.context)} as readable
      from (select r.stream_id, r.user_ids, each.* from (
          select m.recipient_id, m.topic, max(m.id) as newest, json_agg(m.id order by m.id) as ids,
            json_agg(m.id order by m.id) filter (where um.named) as named,
            json_agg(m.id order by m.id) filter (where um.named or um.wildcard) as mentioned,
            bool_or(um.wildcard) as wildcards
          from (select message_id, 'mentioned' = any(flags) as named,
              flags && array['stream_wildcard_mentioned', 'topic_wildcard_mentioned'] as wildcard
            from user_messages where user_id = ${user.id} and not ('read' = any(flags))
            order by message_id desc limit ${maxUnread}) um
          join messages m on m.id = um.message_id and m.realm_id = ${realm.id}
          group by m.recipient_id, m.topic) each
        join recipients r on r.id = each.recipient_id) m
      left join subscriptions s on s.stream_id = m.stream_id and s.user_id = ${user.id}
      order by m.newest`,
  );
  const rows = found.filter(({ readable }) => readable);
  const pms = new Map<number, number[]>();
  const huddles = new Map<string, number[]>();
  const topics = new Map<string, { stream_id: number; topic: string; ids: number[] }>();
  for (const row of rows) {
    if (row.stream_id !== null) {
      const key = `${row.stream_id}:${foldCase(row.topic)}`;
      const others = topics.get(key)?.ids;
      const ids = others ? [...others, ...row.ids].sort((a, b) => a - b) : row.ids;
      topics.set(key, { stream_id: row.stream_id, topic: row.topic, ids });
      continue;
    }
    const people = row.user_ids ?? [];
    if (people.length > 2) huddles.set(people.join(), row.ids);
    else pms.set(people.find((id) => id !== user.id) ?? user.id, row.ids);
  }
  return {
    count: countIds(rows.filter(({ muted }) => !muted)),
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
    mentions: rows.flatMap(({ mentions }) => mentions ?? []).sort((a, b) => a - b),
    old_unreads_missing: countIds(found) === maxUnread,
  };
}

function countIds(rows: readonly UnreadRow[]): number {
  return rows.reduce((sum, { ids }) => sum + ids.length, 0);
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
  recent_private_conversations: async ({ context: { tx, user, realm } }) => {
    const rows = await queryRows<{ max_message_id: number; user_ids: number[] }>(
      tx,
      sql`select newest.id as max_message_id, r.user_ids from recipients r
        cross join lateral (select max(m.id) as id from messages m
          where m.recipient_id = r.id) newest
        where r.realm_id = ${realm.id} and r.user_ids @> array[${user.id}::int]
          and newest.id is not null
        order by newest.id desc limit ${maxRecentConversations}`,
    );
    return {
      recent_private_conversations: rows.map(({ max_message_id, user_ids }) => ({
        max_message_id,
        user_ids: user_ids.filter((id) => id !== user.id),
      })),
    };
  },
};
