import { sql } from 'drizzle-orm';
import { queryRows } from '$lib/server/service/db/query-rows';
import { createApiKey } from '$lib/server/service/api-keys';
import type { DatabaseStore, DrizzleDatabase } from '$lib/server/service/db/store';
import type { AccountWithKey } from '$lib/server/service/service';

const channels = 20;
const topicsOfChannel = 206;

interface LongHistorySize {
  /** Messages. */
  readonly count: number;
  readonly secondsApart: number;
  /** When the newest was sent, in milliseconds since 1970. */
  readonly until: number;
}

/** Where the messages are and who got them. */
export interface LongHistory {
  /** Receives everything. A fiftieth is unread, 20,000 at most. */
  readonly reader: LongHistoryPerson;
  /** Joined when all but the newest hundredth had been sent. */
  readonly newcomer: LongHistoryPerson;
  /** A public channel that holds a twentieth of all messages. */
  readonly channel: number;
  /** The same, private and without history for those who join. */
  readonly closedChannel: number;
  readonly topic: string;
}

type LongHistoryPerson = AccountWithKey & Record<string, unknown>;

/** What `writeHistory` wrote, or undefined. */
export async function findHistory({ db }: DatabaseStore): Promise<LongHistory | undefined> {
  const [first] = await queryRows<{ id: number | null }>(
    db,
    sql`select min(id) as id from streams where name = 'history 1'`,
  );
  if (!first?.id) return undefined;
  return {
    reader: await findPerson(db, 'reader'),
    newcomer: await findPerson(db, 'newcomer'),
    channel: first.id,
    closedChannel: first.id + channels - 1,
    topic: 'topic 50',
  };
}

async function findPerson(db: DrizzleDatabase, name: string) {
  const [row] = await queryRows<LongHistoryPerson>(
    db,
    sql`select id as user_id, delivery_email as email, full_name, api_key from users
      where full_name = ${name}`,
  );
  return row!;
}

async function addPerson(db: DrizzleDatabase, full_name: string): Promise<number> {
  const [row] = await queryRows<{ id: number }>(
    db,
    sql`insert into users (realm_id, delivery_email, full_name, date_joined, api_key)
      values (1, ${`${full_name}@example.org`}, ${full_name}, now(), ${createApiKey()}) returning id`,
  );
  return row!.id;
}

/**
 * Adds messages to an organization without any, evenly over twenty channels with 206 topics each.
 * One in a thousand has an image, a file, a reaction, a star, a mention, a word in Chinese. One in a hundred is a
 * direct message with a link, which the reader only got in the oldest hundredth. Of the oldest
 * tenth, one in fifty has a link too: reading from the newest message on, most of the history comes
 * before fifty links.
 */
export async function writeHistory(
  { db }: DatabaseStore,
  author: Pick<AccountWithKey, 'user_id'>,
  { count, secondsApart, until }: LongHistorySize,
): Promise<void> {
  const reader = await addPerson(db, 'reader');
  const newcomer = await addPerson(db, 'newcomer');
  const made = await queryRows<{ id: number }>(
    db,
    sql`insert into streams (realm_id, name, date_created, invite_only, history_public_to_subscribers)
      select 1, 'history ' || n, to_timestamp(${until / 1000}::float) - interval '2 years', n = ${channels}, n <> ${channels}
      from generate_series(1, ${channels}::int) n returning id`,
  );
  const first = made[0]!.id;
  await db.execute(sql`insert into subscriptions (stream_id, user_id, color)
    select s.id, u.id, '#76ce90' from streams s, users u
    where s.id >= ${first} and u.id in (${author.user_id}, ${reader}, ${newcomer})`);
  await db.execute(sql`insert into recipients (realm_id, stream_id)
    select 1, id from streams where id >= ${first}`);
  const direct = await queryRows<{ id: number }>(
    db,
    sql`insert into recipients (realm_id, user_ids) values
      (1, array[${author.user_id}]::int[]),
      (1, array[least(${author.user_id}::int, ${reader}::int), greatest(${author.user_id}::int, ${reader}::int)])
      returning id`,
  );
  await db.execute(sql`insert into messages (id, realm_id, sender_id, recipient_id, stream_id,
      topic, content, rendered_content, date_sent, client)
    select n, 1, ${author.user_id}, coalesce(r.id, case when n <= ${count}::int / 100 then ${direct[1]!.id}::int else ${direct[0]!.id} end),
      r.stream_id,
      case when r.id is null then '' when t % 20 = 7 then '✔ topic ' || t else 'topic ' || t end,
      text,
      case when n % 50 = 7 and n <= ${count}::int / 10 or n % 100 = 99 then '<p><a href="https://example.org/' || n || '">' || text || '</a></p>'
        when n % 1000 = 3 then '<p>' || text || '</p><div class="message_inline_image"></div>'
        when n % 1000 = 5 then '<p><a href="/user_uploads/1/' || n || '/plan.txt">plan.txt</a></p>'
        else '<p>' || text || '</p>' end,
      to_timestamp(${until / 1000}::float) - (${count}::int - n) * interval '1 second' * ${secondsApart}::int, 'website'
    from (select n, n / 7 % ${topicsOfChannel}::int as t,
        'Message ' || n || ' tells of the harbor, of ink and of paper, in word' || n % 5000
          || case when n % 1000 = 13 then ' 港口的墨水 that don''t run' else '' end as text
      from generate_series(1, ${count}::int) n) said
    left join recipients r on n % 100 <> 99 and r.stream_id = ${first}::int + n % ${channels}::int
    order by n`);
  await db.execute(sql`select setval('messages_id_seq', ${count})`);
  const unreadEach = Math.max(50, Math.ceil(count / 20_000));
  await db.execute(sql`insert into user_messages (user_id, message_id, flags)
    select u.id, m.id, array_remove(array[
      case when u.id <> ${reader} or m.id % ${unreadEach}::int <> 0 then 'read' end,
      case when m.id % 1000 = 21 then 'starred' end,
      case when m.id % 1000 = 22 then 'mentioned' end], null)
    from messages m join recipients r on r.id = m.recipient_id
    join users u on u.id in (${author.user_id}, ${reader}, ${newcomer})
    where (u.id <> ${newcomer} or m.id > ${Math.floor(count * 0.99)}::int)
      and (r.user_ids is null or u.id = any(r.user_ids))`);
  await db.execute(sql`insert into reactions
      (message_id, user_id, emoji_name, emoji_code, reaction_type)
    select n, ${author.user_id}, 'octopus', '1f419', 'unicode_emoji'
    from generate_series(11, ${count}::int, 1000) n`);
  await db.execute(sql`update streams set first_message_id = (select min(id) from messages m
    where m.stream_id = streams.id)`);
  await db.execute(sql`analyze`);
}
