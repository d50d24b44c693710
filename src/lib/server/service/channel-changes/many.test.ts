import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { queryRows } from '../db/query-rows';

const t = withService();
let ids: number[];
const statements: string[] = [];

beforeAll(async () => {
  const rows = await queryRows<{ id: number }>(
    t.store.db,
    sql`insert into users (realm_id, delivery_email, full_name, date_joined, api_key)
      select 1, 'many' || i || '@example.org', 'Person ' || i, now(), md5(i::text)
      from generate_series(1, 80) as i returning id`,
  );
  ids = rows.map(({ id }) => id);
  t.store.onStatement!((statement) => {
    // Not counted, because events are written in parts by length.
    if (!/^\s*insert into "events"/.test(statement)) statements.push(statement);
  });
});

let named = 0;

interface ChannelPlan {
  readonly channels: number;
  readonly people: number;
  readonly invite_only?: boolean;
  readonly isNew: boolean;
}

/** Number of statements for subscribing people to channels that are new or already exist. */
async function countFor({
  channels,
  people,
  invite_only = false,
  isNew,
}: ChannelPlan): Promise<number> {
  const subscriptions = Array.from({ length: channels }, () => {
    const name = `channel ${++named}`;
    const description = `About ${name}, @**Person 1** and #**channel 1** :smile: ${'*long* '.repeat(136)}`;
    return { name, description };
  });
  const ask = async (principals: readonly number[]) => {
    statements.length = 0;
    const { body } = await t.call(t.owner, 'POST', '/users/me/subscriptions', {
      subscriptions,
      principals,
      invite_only,
    });
    expect(body).toMatchObject({ result: 'success' });
    return statements.length;
  };
  if (!isNew) await ask([t.owner.user_id]);
  return ask([t.owner.user_id, ...ids.slice(0, people)]);
}

const kinds = [
  { kind: 'new channels', isNew: true },
  { kind: 'new private channels', isNew: true, invite_only: true },
  { kind: 'channels that were there', isNew: false },
] as const;

it.each(kinds)(
  'subscribing many people to $kind takes no more statements than a few',
  async ({ kind: _, ...values }) => {
    // The first call also loads the caller.
    await countFor({ ...values, channels: 2, people: 2 });
    const few = await countFor({ ...values, channels: 2, people: 2 });
    expect(await countFor({ ...values, channels: 2, people: 80 })).toBe(few);
  },
);

it.each(kinds.slice(0, 2))(
  'creating many $kind takes no more statements than a few',
  async ({ kind: _, ...values }) => {
    await countFor({ ...values, channels: 2, people: 2 });
    const few = await countFor({ ...values, channels: 2, people: 2 });
    expect(await countFor({ ...values, channels: 40, people: 2 })).toBe(few);
  },
);

it('each new channel has its own first message, announced to all its subscribers', async () => {
  const person = await t.addUser();
  const queue = await openQueue(t, person, { event_types: ['message', 'stream'] });
  const subscriptions = ['first', 'second', 'third'].map((name) => ({
    name,
    description: `What is ${name}`,
  }));
  await t.call(t.owner, 'POST', '/users/me/subscriptions', {
    subscriptions,
    principals: [person.user_id],
    send_new_subscription_messages: false,
  });
  const rows = await queryRows<{ id: number; name: string; content: string }>(
    t.store.db,
    sql`select m.id, s.name, m.content from streams s join messages m on m.id = s.first_message_id
      where m.stream_id = s.id and s.name in ('first', 'second', 'third') order by m.id`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['first', 'second', 'third']);
  for (const { name, content } of rows) expect(content).toContain(`> What is ${name}`);
  const events = (await queue.events()) as unknown as readonly {
    type: string;
    op?: string;
    value?: number;
    message?: { id: number };
  }[];
  const messageIds = rows.map(({ id }) => id);
  expect(events.flatMap(({ message }) => message?.id ?? [])).toEqual(messageIds);
  expect(events.filter(({ op }) => op === 'update').map(({ value }) => value)).toEqual(messageIds);
});

it('notifies a user of more new channels than are rendered without leaving the transaction', async () => {
  const person = await t.addUser();
  const names = Array.from({ length: 30 }, (_, at) => `${'long '.repeat(9)}${at}`);
  const { body } = await t.call(t.owner, 'POST', '/users/me/subscriptions', {
    subscriptions: names.map((name) => ({ name })),
    principals: [person.user_id],
  });
  expect(body).toMatchObject({ result: 'success', new_subscription_messages_sent: true });
  const [notice] = await queryRows<{ html: string }>(
    t.store.db,
    sql`select m.rendered_content as html from messages m join user_messages um on um.message_id = m.id
      where um.user_id = ${person.user_id} and m.stream_id is null`,
  );
  expect(notice!.html.match(/class="stream"/g)).toHaveLength(names.length);
});
