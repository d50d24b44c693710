import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { botNotes, pass } from '../../../../../tests/support/delivery';
import { withService } from '../../../../../tests/support/with-service';
import { messages, userMessages } from '../db/schema/messages';
import { realms } from '../db/schema/realms';
import { scheduledMessages } from '../db/schema/scheduled';
import { streams, subscriptions } from '../db/schema/streams';
import { users } from '../db/schema/users';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let open: { id: number; name: string };
let due: number;

beforeEach(async () => {
  t.clock.advance(1000 - (t.clock.now() % 1000));
  me = await t.addUser();
  other = await t.addUser();
  open = await addChannel(t, {}, [me, other]);
  due = t.clock.now() / 1000 + 60;
});
afterEach(async () => {
  await setRealm(t, {});
  await t.store.db.delete(scheduledMessages);
});

type Params = Record<string, unknown>;

async function schedule(params: Params = {}, account = me): Promise<number> {
  const { body } = await t.call(account, 'POST', '/scheduled_messages', {
    type: 'channel',
    to: open.id,
    topic: 'plans',
    content: 'hello',
    scheduled_delivery_timestamp: due,
    ...params,
  });
  expect(body).toMatchObject({ result: 'success' });
  return body['scheduled_message_id'] as number;
}

const inChannel = (id = open.id) =>
  t.store.db.select().from(messages).where(eq(messages.stream_id, id)).orderBy(messages.id);
async function row(id: number) {
  const [found] = await t.store.db
    .select()
    .from(scheduledMessages)
    .where(eq(scheduledMessages.id, id));
  return found!;
}
async function failures(account = me) {
  const { body } = await t.call(account, 'GET', '/scheduled_messages/failures');
  return body['failures'] as Params[];
}
describe('a scheduled message', () => {
  it('is sent exactly at its second, once, as its author wrote it', async () => {
    const id = await schedule({ content: 'to *all*', client: 'website' });
    await pass(t, 59_999);
    expect(await inChannel()).toEqual([]);
    await pass(t, 1);
    await expect.poll(inChannel).toHaveLength(1);
    const [message] = await inChannel();
    expect(message).toMatchObject({
      sender_id: me.user_id,
      topic: 'plans',
      content: 'to *all*',
      client: 'website',
      rendered_content: '<p>to <em>all</em></p>',
      date_sent: new Date(due * 1000),
    });
    expect(await row(id)).toMatchObject({ delivered_message_id: message!.id, content: '' });
    const { body } = await t.call(me, 'GET', '/scheduled_messages');
    expect(body['scheduled_messages']).toEqual([]);
    await pass(t, 3_600_000);
    expect(await inChannel()).toHaveLength(1);
  });

  it('is removed from the list and then arrives, in one reply', async () => {
    const mine = await openQueue(t, me, { event_types: ['scheduled_messages', 'message'] });
    const theirs = await openQueue(t, other, { event_types: ['scheduled_messages', 'message'] });
    const id = await schedule();
    await pass(t, 60_000);
    const [, removed, message] = await mine.events();
    expect(removed).toEqual({
      type: 'scheduled_messages',
      op: 'remove',
      scheduled_message_id: id,
    });
    expect(message).toMatchObject({ type: 'message', message: { content: 'hello' } });
    expect(await theirs.events()).toMatchObject([{ type: 'message', flags: [] }]);
  });

  it('wakes waiting polls', async () => {
    const queue = await openQueue(t, other, { event_types: ['message'] });
    const params = { queue_id: queue.id, last_event_id: -1 };
    const waiting = t.call(other, 'GET', '/events', params);
    await expect.poll(async () => (await t.service.figures()).waiting_polls).toBe(1);
    // Early enough that no heartbeat comes first.
    await schedule({ scheduled_delivery_timestamp: due - 50 });
    t.clock.advance(10_000);
    expect((await waiting).body.events).toMatchObject([{ message: { content: 'hello' } }]);
  });

  it('is marked as read by its author if scheduled that way', async () => {
    await schedule({ content: 'unread', read_by_sender: false });
    await schedule({ content: 'read', read_by_sender: true });
    await pass(t, 60_000);
    const [unread, read] = await inChannel();
    const flags = async (message_id: number) =>
      (
        await t.store.db
          .select()
          .from(userMessages)
          .where(sql`message_id = ${message_id} and user_id = ${me.user_id}`)
      )[0]!.flags;
    expect([await flags(unread!.id), await flags(read!.id)]).toEqual([[], ['read']]);
  });

  it('can be a direct message', async () => {
    const queue = await openQueue(t, other, { event_types: ['message'] });
    await schedule({ type: 'direct', to: [other.user_id] });
    await pass(t, 60_000);
    expect(await queue.events()).toMatchObject([
      { message: { type: 'private', sender_id: me.user_id, content: 'hello' } },
    ]);
  });

  it('is sent at its new time after a change, earlier or later', async () => {
    const sooner = await schedule({ content: 'sooner' });
    const after = await schedule({ content: 'later' });
    const move = (id: number, scheduled_delivery_timestamp: number) =>
      t.call(me, 'PATCH', `/scheduled_messages/${id}`, { scheduled_delivery_timestamp });
    await move(sooner, due - 30);
    await move(after, due + 30);
    await pass(t, 30_000);
    expect((await inChannel()).map(({ content }) => content)).toEqual(['sooner']);
    await pass(t, 59_999);
    expect(await inChannel()).toHaveLength(1);
    await pass(t, 1);
    expect(await inChannel()).toHaveLength(2);
  });

  it('isn’t sent after it was deleted', async () => {
    const id = await schedule();
    await t.call(me, 'DELETE', `/scheduled_messages/${id}`);
    await pass(t, 60_000);
    await schedule({ content: 'next', scheduled_delivery_timestamp: due + 1 });
    await pass(t, 1_000);
    expect((await inChannel()).map(({ content }) => content)).toEqual(['next']);
  });

  it('is sent in order of time and then of scheduling, whoever wrote it', async () => {
    const expected: string[] = [];
    for (let i = 0; i < 50; i++) {
      const [second, account] = [i % 5, i % 3 ? me : other];
      await schedule(
        { content: `${second} ${i}`, scheduled_delivery_timestamp: due + second },
        account,
      );
      expected.push(`${second} ${i}`);
    }
    await pass(t, 65_000);
    expected.sort((a, b) => {
      const [first = [], other = []] = [a, b].map((text) => text.split(' ').map(Number));
      return first[0]! - other[0]! || first[1]! - other[1]!;
    });
    expect((await inChannel()).map(({ content }) => content)).toEqual(expected);
  });
});

describe('a message that cannot be sent', () => {
  /** Schedules a message, runs `trouble`, and advances to the due time. */
  async function failing(trouble: () => Promise<unknown>, params: Params = {}): Promise<Params> {
    const id = await schedule(params);
    await trouble();
    const before = await inChannel();
    await pass(t, 60_000);
    const [failure] = await failures();
    expect(failure).toMatchObject({
      scheduled_message_id: id,
      failed_at: due,
      reason: expect.stringMatching(/./),
    });
    expect(await inChannel()).toEqual(before);
    return failure!;
  }
  const change = (values: Partial<typeof streams.$inferInsert>) =>
    t.store.db.update(streams).set(values).where(eq(streams.id, open.id));

  it('is kept, notifies its author of the reason, and can still be sent later', async () => {
    const queue = await openQueue(t, me, { event_types: ['scheduled_messages'] });
    const id = await schedule();
    await t.call(t.owner, 'DELETE', `/streams/${open.id}`);
    await pass(t, 60_000);
    const { body } = await t.call(me, 'GET', '/scheduled_messages');
    const [listed] = body['scheduled_messages'] as Params[];
    expect(listed).toMatchObject({ scheduled_message_id: id, failed: true, content: 'hello' });
    expect((await queue.events()).at(-1)).toEqual({
      type: 'scheduled_messages',
      op: 'update',
      scheduled_message: listed,
    });
    const [failure] = await failures();
    expect(failure).toMatchObject({ code: 'CHANNEL_ARCHIVED' });
    const [note] = await botNotes(t, me);
    expect(note!.content).toContain(`<time:${new Date(due * 1000).toISOString()}>`);
    expect(note!.content).toContain(`> ${failure!['reason'] as string}`);
    expect(note!.content).toContain('(#scheduled)');

    await change({ is_archived: false });
    const scheduled_delivery_timestamp = due + 60;
    await t.call(me, 'PATCH', `/scheduled_messages/${id}`, { scheduled_delivery_timestamp });
    await pass(t, 60_000);
    expect((await inChannel()).at(-1)).toMatchObject({ content: 'hello' });
    expect(await failures()).toEqual([]);
  });

  it('reports each reason', async () => {
    const nobody = await groupId(t, 'role:nobody');
    const rights = await failing(() => change({ settings: { can_send_message_group: nobody } }));
    expect(rights).toMatchObject({ code: 'POSTING_NOT_ALLOWED' });
  });

  it.each([
    ['TOPIC_NOT_ALLOWED', 'plans', 'empty_topic_only'],
    ['TOPIC_REQUIRED', '', 'disable_empty_topic'],
  ])('reports %s', async (code, topic, topics_policy) => {
    expect(await failing(() => change({ topics_policy }), { topic })).toMatchObject({ code });
  });

  it('reports that the author no longer has access to the channel', async () => {
    const failure = await failing(async () => {
      await change({ invite_only: true });
      await t.store.db.delete(subscriptions).where(eq(subscriptions.user_id, me.user_id));
    });
    expect(failure).toMatchObject({
      code: 'STREAM_DOES_NOT_EXIST',
      reason: 'The channel was deleted, or you no longer have access to it.',
    });
  });

  it('reports deactivated people, and missing permission for direct messages', async () => {
    const direct = { type: 'direct', to: [other.user_id] };
    const leave = () =>
      t.store.db.update(users).set({ is_active: false }).where(eq(users.id, other.user_id));
    expect(await failing(leave, direct)).toMatchObject({ code: 'RECIPIENT_DEACTIVATED' });
  });

  it('reports missing permission for direct messages', async () => {
    const forbid = async () =>
      setRealm(t, { direct_message_permission_group: await groupId(t, 'role:nobody') });
    const direct = { type: 'direct', to: [other.user_id] };
    expect(await failing(forbid, direct)).toMatchObject({ code: 'DIRECT_MESSAGES_NOT_ALLOWED' });
  });

  it('reports that wide mentions are no longer allowed', async () => {
    const failure = await failing(
      async () => {
        const crowd = await Promise.all(Array.from({ length: 16 }, () => t.addUser()));
        await t.store.db
          .insert(subscriptions)
          .values(crowd.map(({ user_id }) => ({ stream_id: open.id, user_id, color: '#76ce90' })));
        await setRealm(t, { can_mention_many_users_group: await groupId(t, 'role:owners') });
      },
      { content: '@**all**' },
    );
    expect(failure).toMatchObject({ code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' });
  });

  it.each([
    ['ten minutes late', 600_000, 1],
    ['a moment more', 600_001, 0],
  ])('is still sent %s, but not later', async (_words, delay, sent) => {
    await schedule();
    // The clock jumps while no timer runs, as after a restart or when the machine slept.
    await t.store.db.execute(sql`update scheduled_messages
      set scheduled_delivery_timestamp = scheduled_delivery_timestamp - 60`);
    await pass(t, delay);
    expect(await inChannel()).toHaveLength(sent);
    expect((await failures()).map(({ code }) => code)).toEqual(sent ? [] : ['TOO_LATE']);
  });

  it('sends no notice if its author or the organization is deactivated', async () => {
    const id = await schedule();
    const second = await schedule({}, other);
    await t.store.db.update(users).set({ is_active: false }).where(eq(users.id, me.user_id));
    await pass(t, 60_000);
    expect(await row(id)).toMatchObject({ failed: true, failure_code: 'USER_DEACTIVATED' });
    expect((await row(second)).delivered_message_id).not.toBeNull();
    expect(await botNotes(t, me)).toEqual([]);

    const third = await schedule({ scheduled_delivery_timestamp: due + 60 }, other);
    await t.store.db.update(realms).set({ is_active: false });
    await pass(t, 60_000);
    await t.store.db.update(realms).set({ is_active: true });
    expect(await row(third)).toMatchObject({ failed: true, failure_code: 'REALM_DEACTIVATED' });
    expect(await botNotes(t, other)).toEqual([]);
  });

  it('doesn’t hold up the others, even if delivery itself fails on it', async () => {
    await t.store.db.execute(sql`
      create or replace function refuse() returns trigger language plpgsql as
      $$ begin if new.content = 'poison' then raise exception 'poisoned'; end if; return new; end $$`);
    await t.store.db.execute(
      sql`create trigger refuse before insert on messages for each row execute function refuse()`,
    );
    try {
      const texts = ['first', 'poison', 'second', 'poison', 'third'];
      for (const content of texts) await schedule({ content });
      await pass(t, 60_000);
      expect((await inChannel()).map(({ content }) => content)).toEqual([
        'first',
        'second',
        'third',
      ]);
      expect((await failures()).map(({ code }) => code)).toEqual(['INTERNAL', 'INTERNAL']);
      expect(await botNotes(t, me)).toHaveLength(2);
    } finally {
      await t.store.db.execute(sql`drop trigger refuse on messages`);
    }
  });

  it('doesn’t hold up the others if notifying its author fails too', async () => {
    await t.store.db.execute(sql`
      create or replace function refuse() returns trigger language plpgsql as
      $$ begin if new.content ~ 'poison|was not sent' then raise exception 'poisoned'; end if;
        return new; end $$`);
    await t.store.db.execute(
      sql`create trigger refuse before insert on messages for each row execute function refuse()`,
    );
    try {
      for (const content of ['first', 'poison', 'second']) await schedule({ content });
      await pass(t, 60_000);
      expect((await inChannel()).map(({ content }) => content)).toEqual(['first', 'second']);
      expect(await failures()).toMatchObject([{ code: 'INTERNAL' }]);
    } finally {
      await t.store.db.execute(sql`drop trigger refuse on messages`);
    }
  });
});
