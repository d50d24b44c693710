import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { scheduledMessages } from '../db/schema/scheduled';
import { users } from '../db/schema/users';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let open: { id: number; name: string };
let later: number;

beforeEach(async () => {
  me = await t.addUser();
  other = await t.addUser();
  open = await addChannel(t, {}, [me, other]);
  later = t.clock.now() / 1000 + 3600;
});
afterEach(() => setRealm(t, {}));

type Params = Record<string, unknown>;
type Listed = Record<string, unknown> & { scheduled_message_id: number };

const create = (params: Params, account = me) =>
  t.call(account, 'POST', '/scheduled_messages', {
    type: 'channel',
    to: open.id,
    topic: 'plans',
    content: 'hello',
    scheduled_delivery_timestamp: later,
    ...params,
  });
const direct = (to: unknown, params: Params = {}) => create({ type: 'direct', to, ...params });

async function created(params: Params = {}): Promise<number> {
  const { body } = await create(params);
  expect(body).toMatchObject({ result: 'success' });
  return body['scheduled_message_id'] as number;
}
async function list(account = me) {
  const { body } = await t.call(account, 'GET', '/scheduled_messages');
  return body['scheduled_messages'] as Listed[];
}
const change = (id: number, params: Params) =>
  t.call(me, 'PATCH', `/scheduled_messages/${id}`, params);
async function row(id: number) {
  const [found] = await t.store.db
    .select()
    .from(scheduledMessages)
    .where(eq(scheduledMessages.id, id));
  return found!;
}
const fail = (id: number) =>
  t.store.db
    .update(scheduledMessages)
    .set({
      failed: true,
      failure_code: 'TOO_LATE',
      failure_reason: 'Too late.',
      failed_at: new Date(t.clock.now()),
    })
    .where(eq(scheduledMessages.id, id));

describe('createScheduledMessage', () => {
  it('stores a channel message with exactly the documented keys', async () => {
    const { body } = await create({ content: '\nhello **you** \n' });
    expect(Object.keys(body).sort()).toEqual(['msg', 'result', 'scheduled_message_id']);
    expect(await list()).toEqual([
      {
        scheduled_message_id: body['scheduled_message_id'],
        type: 'stream',
        to: open.id,
        topic: 'plans',
        content: 'hello **you**',
        rendered_content: '<p>hello <strong>you</strong></p>',
        scheduled_delivery_timestamp: later,
        failed: false,
      },
    ]);
  });

  it('accepts four names for the type', async () => {
    for (const type of ['channel', 'stream']) await created({ type });
    for (const type of ['direct', 'private']) await created({ type, to: [other.user_id] });
    const kinds = (await list()).map(({ type }) => type);
    expect(kinds).toEqual(['stream', 'stream', 'private', 'private']);
    expect((await create({ type: 'pigeon' })).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('lists the other people of a direct message, and only the user for a note to self', async () => {
    const third = await t.addUser();
    await direct([third.user_id, other.user_id, me.user_id]);
    await direct([me.user_id]);
    const [group, note] = await list();
    expect(group).toMatchObject({ type: 'private', to: [other.user_id, third.user_id] });
    expect(group).not.toHaveProperty('topic');
    expect(note).toMatchObject({ to: [me.user_id] });
  });

  it('accepts one number for a channel, and a list of numbers for people', async () => {
    for (const to of [[open.id], open.name, `"${open.name}"`, 1.5, null]) {
      expect((await create({ to })).status).toBe(400);
    }
    for (const to of [other.user_id, [other.email], other.email, [], ['1'], [1.5]]) {
      expect((await direct(to)).status).toBe(400);
    }
    expect(await list()).toEqual([]);
  });

  it('needs a topic for a channel and ignores it for people', async () => {
    const { body } = await t.call(me, 'POST', '/scheduled_messages', {
      type: 'stream',
      to: open.id,
      content: 'x',
      scheduled_delivery_timestamp: later,
    });
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'topic' });
    await direct([other.user_id], { topic: 'ignored' });
    expect((await list())[0]).not.toHaveProperty('topic');
  });

  it('reads the names of the empty topic as empty and cuts one that is too long', async () => {
    for (const topic of ['', '(no topic)', 'general chat', 'é'.repeat(61)])
      await created({ topic });
    const topics = (await list()).map(({ topic }) => topic);
    expect(topics).toEqual(['', '', '', 'é'.repeat(57) + '...']);
  });

  it.each([
    ['disable_empty_topic', ''],
    ['disable_empty_topic', '(no topic)'],
    ['disable_empty_topic', 'general chat'],
    ['empty_topic_only', 'named'],
  ])('under the policy %s, refuses the topic "%s"', async (topics_policy, topic) => {
    const { id } = await addChannel(t, { topics_policy }, [me]);
    expect((await create({ to: id, topic })).body).toMatchObject({
      code: 'BAD_REQUEST',
      empty_topic_display_name: 'general chat',
    });
  });

  it('names a channel that doesn’t exist, with the same error for a hidden one', async () => {
    const hidden = await addChannel(t, { invite_only: true }, [other]);
    for (const stream_id of [hidden.id, 999_999, 9_999_999_999]) {
      const { status, body } = await create({ to: stream_id });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream_id });
    }
  });

  it('refuses unknown or deactivated people', async () => {
    const gone = await t.addUser({ is_active: false });
    for (const id of [gone.user_id, 999_999, -1, 9_999_999_999]) {
      expect((await direct([id])).body).toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it('refuses a time in the past or beyond the range of dates', async () => {
    const now = t.clock.now() / 1000;
    for (const scheduled_delivery_timestamp of [now, now - 1, 0, -5, 253_402_300_800, 1.5, '"9"']) {
      expect((await create({ scheduled_delivery_timestamp })).body).toMatchObject({
        code: 'BAD_REQUEST',
      });
    }
    await created({ scheduled_delivery_timestamp: now + 1 });
  });

  it('refuses empty text and cuts long text', async () => {
    for (const content of ['', ' \n ', 'a\0b']) {
      expect((await create({ content })).body).toMatchObject({ code: 'BAD_REQUEST' });
    }
    await created({ content: 'x'.repeat(10_001) });
    expect((await list())[0]!['content']).toHaveLength(10_000);
  });

  it('makes the same checks as sending: posting, archived channels, direct message permission', async () => {
    const nobody = { can_send_message_group: await groupId(t, 'role:nobody') };
    const closed = await addChannel(t, { settings: nobody }, [me]);
    const archived = await addChannel(t, { is_archived: true }, [me]);
    for (const { id } of [closed, archived]) {
      expect((await create({ to: id })).body).toMatchObject({ code: 'BAD_REQUEST' });
    }
    await setRealm(t, { direct_message_permission_group: await groupId(t, 'role:nobody') });
    expect((await direct([other.user_id])).status).toBe(400);
    expect((await direct([me.user_id])).status).toBe(200);
  });

  it('needs permission to mention many people', async () => {
    const crowd = await Promise.all(Array.from({ length: 15 }, () => t.addUser()));
    const { id } = await addChannel(t, {}, [me, ...crowd]);
    await setRealm(t, { can_mention_many_users_group: await groupId(t, 'role:administrators') });
    expect((await create({ to: id, content: '@**all**' })).body).toMatchObject({
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    });
    expect((await create({ to: id, content: '@**all**' }, t.owner)).status).toBe(200);
  });

  it.each([
    ['website', [0], true],
    ['website', 'self', false],
    ['a script', [0], false],
  ])(
    'with the client %s and recipients %s, marks it as read by the sender: %s',
    async (client, to, expected) => {
      const ids = to === 'self' ? [me.user_id] : [other.user_id];
      const { body } = await direct(ids, { client });
      expect(await row(body['scheduled_message_id'] as number)).toMatchObject({
        client,
        read_by_sender: expected,
      });
      const reply = await direct(ids, { client, read_by_sender: !expected });
      const id = reply.body['scheduled_message_id'] as number;
      expect((await row(id)).read_by_sender).toBe(!expected);
    },
  );

  it('doesn’t start a conversation', async () => {
    const stranger = await t.addUser({ role: 600 });
    await direct([stranger.user_id]);
    const state = await t.call(stranger, 'GET', '/users');
    const known = (state.body['members'] as { user_id: number }[]).map(({ user_id }) => user_id);
    expect(known).toContain(stranger.user_id);
    const { body } = await t.call(me, 'POST', '/register', {
      fetch_event_types: ['recent_private_conversations'],
    });
    expect(body['recent_private_conversations']).toEqual([]);
  });
});

describe('deleteScheduledMessage', () => {
  it('deletes it once', async () => {
    const id = await created();
    expect((await t.call(me, 'DELETE', `/scheduled_messages/${id}`)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await t.call(me, 'DELETE', `/scheduled_messages/${id}`)).status).toBe(404);
  });
});

describe('getScheduledMessages', () => {
  it('is sorted by time, includes failed ones, and lists only the user’s own', async () => {
    const third = await created({ scheduled_delivery_timestamp: later + 2 });
    const first = await created();
    const second = await created({ scheduled_delivery_timestamp: later + 1 });
    await fail(second);
    const ids = (await list()).map((each) => each.scheduled_message_id);
    expect(ids).toEqual([first, second, third]);
    expect(await list(other)).toEqual([]);
  });

  it('is included in the register state, with a name for the empty topic if needed', async () => {
    await created({ topic: '' });
    await created({ type: 'direct', to: [other.user_id] });
    const state = async (client_capabilities: Params) => {
      const { body } = await t.call(me, 'POST', '/register', {
        fetch_event_types: ['scheduled_messages'],
        client_capabilities,
      });
      return body['scheduled_messages'];
    };
    const knows = { notification_settings_null: true, empty_topic_name: true };
    expect(await state(knows)).toEqual(await list());
    expect(await state({ notification_settings_null: true })).toMatchObject([
      { topic: 'general chat' },
      { to: [other.user_id] },
    ]);
  });
});

describe('getScheduledMessageFailures', () => {
  it('returns the reasons, only to the sender', async () => {
    const id = await created();
    await created();
    await fail(id);
    const { body } = await t.call(me, 'GET', '/scheduled_messages/failures');
    const failed_at = t.clock.now() / 1000;
    expect(body['failures']).toEqual([
      { scheduled_message_id: id, code: 'TOO_LATE', reason: 'Too late.', failed_at },
    ]);
    const others = await t.call(other, 'GET', '/scheduled_messages/failures');
    expect(others.body['failures']).toEqual([]);
  });
});

describe('events', () => {
  it('go only to the sender when messages are added, changed and removed', async () => {
    const capabilities = { notification_settings_null: true, empty_topic_name: true };
    const mine = await openQueue(t, me, { client_capabilities: capabilities });
    const theirs = await openQueue(t, other);
    const id = await created({ topic: '' });
    const [added] = await list();
    await change(id, { content: 'new' });
    const [changed] = await list();
    await t.call(me, 'DELETE', `/scheduled_messages/${id}`);
    expect(await mine.events()).toEqual([
      { type: 'scheduled_messages', op: 'add', scheduled_messages: [added] },
      { type: 'scheduled_messages', op: 'update', scheduled_message: changed },
      { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id },
    ]);
    expect(await theirs.events()).toEqual([]);
  });

  it('name the empty topic for clients that can’t show it', async () => {
    const queue = await openQueue(t, me);
    const id = await created({ topic: '' });
    await change(id, { content: 'new' });
    expect(await queue.events()).toMatchObject([
      { scheduled_messages: [{ topic: 'general chat' }] },
      { scheduled_message: { topic: 'general chat' } },
    ]);
  });
});

it('scheduled messages are deleted with their sender', async () => {
  const id = await created();
  await t.store.db.delete(users).where(eq(users.id, me.user_id));
  expect(await row(id)).toBeUndefined();
});
