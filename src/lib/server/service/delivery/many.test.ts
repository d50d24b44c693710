import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { addChannel, openQueue, setRealm } from '../../../../../tests/support/channels';
import { botNotes, pass } from '../../../../../tests/support/delivery';
import { withService } from '../../../../../tests/support/with-service';
import { queryRows } from '../db/query-rows';
import { messages, userMessages } from '../db/schema/messages';
import { streams } from '../db/schema/streams';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let open: { id: number; name: string };
let due: number;

beforeEach(async () => {
  me = await t.addUser();
  other = await t.addUser();
  open = await addChannel(t, {}, [me, other]);
  due = t.clock.now() / 1000 + 60;
});

type Params = Record<string, unknown>;

async function schedule(params: Params = {}, account = me): Promise<void> {
  const { body } = await t.call(account, 'POST', '/scheduled_messages', {
    type: 'channel',
    to: open.id,
    topic: 'plans',
    content: 'hello',
    scheduled_delivery_timestamp: due,
    ...params,
  });
  expect(body).toMatchObject({ result: 'success' });
}

const inChannel = () =>
  t.store.db.select().from(messages).where(eq(messages.stream_id, open.id)).orderBy(messages.id);
async function failures(account = me) {
  const { body } = await t.call(account, 'GET', '/scheduled_messages/failures');
  return body['failures'] as Params[];
}

/** Part of a statement that `pass` itself runs. */
const waitsForTheEnd = 'select id from reminders where not failed';

describe('many messages due at the same time', () => {
  /** Counts statements while these are sent. The number of transactions depends on timing. */
  async function statements(count: number, params: (i: number) => Params) {
    for (let i = 0; i < count; i++) await schedule(params(i), i % 2 ? me : other);
    const statementTexts: string[] = [];
    t.store.onStatement?.((text) => statementTexts.push(text));
    await pass(t, 60_000);
    return {
      statementCount: statementTexts.filter((text) => !text.includes(waitsForTheEnd)).length,
      batches: statementTexts.filter((text) => text.startsWith('insert into messages')).length,
    };
  }

  it('are sent with few statements, in new and old channels and to people', async () => {
    const young = await addChannel(t, {}, [me, other]);
    const queue = await openQueue(t, me, { event_types: ['message', 'stream'] });
    const count = 60;
    const kinds = [{}, { to: young.id }, { type: 'direct', to: [me.user_id, other.user_id] }];
    const { statementCount, batches } = await statements(count, (i) => ({
      ...kinds[i % 3],
      content: `text ${i}`,
    }));
    // One by one, each takes at least nine.
    if (t.store.onStatement) expect(statementCount - count).toBeLessThan(batches * 25);
    const events = await queue.events();
    const arrived = events.filter(({ type }) => type === 'message') as unknown as {
      message: { id: number; content: string };
    }[];
    expect(arrived.map(({ message }) => message.content)).toEqual(
      Array.from({ length: count }, (_, i) => `text ${i}`),
    );
    const ids = arrived.map(({ message }) => message.id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const firsts = events.filter(({ type }) => type === 'stream');
    expect(firsts).toMatchObject([
      { stream_id: open.id, property: 'first_message_id', value: ids[0] },
      { stream_id: young.id, property: 'first_message_id', value: ids[1] },
    ]);
    const [stored] = await queryRows<{ rows: number }>(
      t.store.db,
      sql`select count(*)::int as rows from user_messages where message_id = any(${`{${ids.join()}}`}::int[])`,
    );
    expect(stored).toEqual({ rows: count * 2 });
  });

  it('are refused one by one', async () => {
    const closed = await addChannel(t, {}, [me, other]);
    for (let i = 0; i < 10; i++) {
      await schedule({ content: `text ${i}`, to: i % 2 ? closed.id : open.id });
    }
    await t.store.db.update(streams).set({ is_archived: true }).where(eq(streams.id, closed.id));
    await pass(t, 60_000);
    expect((await inChannel()).map(({ content }) => content)).toEqual(
      [0, 2, 4, 6, 8].map((i) => `text ${i}`),
    );
    expect(await failures()).toHaveLength(5);
    expect(await botNotes(t, me)).toHaveLength(5);
  });

  it('see each other: who started a conversation, who wrote in a topic, what is linked', async () => {
    await schedule({ type: 'direct', to: [other.user_id], content: 'begins' }, me);
    await schedule({ type: 'direct', to: [me.user_id], content: 'answers' }, other);
    await schedule({ topic: 'talk', content: 'takes part' }, other);
    await schedule({ topic: 'talk', content: '@**topic**' }, me);
    await schedule({ content: `#**${open.name}>talk**` }, me);
    await setRealm(t, {
      direct_message_initiator_group: { direct_members: [me.user_id], direct_subgroups: [] },
    });
    await pass(t, 60_000);
    expect(await failures(other)).toEqual([]);
    await setRealm(t, {});
    const [first, called, linking] = await inChannel();
    const [flags] = await t.store.db
      .select()
      .from(userMessages)
      .where(sql`message_id = ${called!.id} and user_id = ${other.user_id}`);
    expect(flags!.flags).toEqual(['topic_wildcard_mentioned']);
    expect(linking!.rendered_content).toContain(`/with/${called!.id}`);
    expect(first!.content).toBe('takes part');
  });
});
