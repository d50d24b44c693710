import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addChannel, groupId, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { messages } from '../db/schema/messages';
import { streams } from '../db/schema/streams';
import type { AccountWithKey } from '../service';

/**
 * Which messages move, who can move them, and who gets events. https://zulip.com/api/update-message
 */

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let nobody: number;
let open: { id: number; name: string };

beforeAll(async () => {
  nobody = await groupId(t, 'role:nobody');
});
beforeEach(async () => {
  me = await t.addUser();
  other = await t.addUser();
  open = await addChannel(t, {}, [me, other]);
});
afterEach(() => setRealm(t, {}));

async function send(account: AccountWithKey, to = open.id, topic = 'plans'): Promise<number> {
  const { body } = await t.call(account, 'POST', '/messages', {
    type: 'stream',
    to,
    topic,
    content: 'x',
  });
  expect(body).toMatchObject({ result: 'success' });
  return body['id'] as number;
}
const quiet = { send_notification_to_new_thread: false };
const move = (id: number, params: Record<string, unknown>, account = me) =>
  t.call(account, 'PATCH', `/messages/${id}`, { ...quiet, ...params });
const statusOf = async (...args: Parameters<typeof move>) => (await move(...args)).status;
async function topicsOf(ids: readonly number[]): Promise<string[]> {
  const rows = await t.store.db.select().from(messages).orderBy(messages.id);
  return rows.filter(({ id }) => ids.includes(id)).map(({ topic }) => topic);
}
const readStatus = async (id: number, account: AccountWithKey) =>
  (await t.call(account, 'GET', `/messages/${id}`)).status;
async function age(id: number, days: number) {
  const date_sent = new Date(t.clock.now() - days * 86_400_000);
  await t.store.db.update(messages).set({ date_sent }).where(eq(messages.id, id));
}
const onlyMe = () => ({ direct_members: [me.user_id], direct_subgroups: [] });

describe('what moves', () => {
  it('with change_later, no older messages', async () => {
    const ids = [await send(me), await send(other), await send(me)];
    await move(ids[1]!, { topic: 'later', propagate_mode: 'change_later' });
    expect(await topicsOf(ids)).toEqual(['plans', 'later', 'later']);
  });

  it('with change_all, no messages that the caller never received, without access to the history', async () => {
    const hidden = { invite_only: true, history_public_to_subscribers: false };
    const { id, name } = await addChannel(t, hidden, [other]);
    const ids = [await send(other, id)];
    await t.call(other, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [me.user_id],
    });
    ids.push(await send(other, id));
    await move(ids[1]!, { topic: 'mine', propagate_mode: 'change_all' });
    expect(await topicsOf(ids)).toEqual(['plans', 'mine']);
  });
});

describe('who can move', () => {
  it('no one out of an archived channel', async () => {
    const id = await send(me);
    await t.store.db.update(streams).set({ is_archived: true }).where(eq(streams.id, open.id));
    expect(await statusOf(id, { topic: 'x' })).toBe(400);
  });

  it('no one into a channel they can’t see, with the same error as for a missing one', async () => {
    const { id: hidden } = await addChannel(t, { invite_only: true }, [other]);
    const id = await send(me);
    const [missing, secret] = [{ stream_id: 999_999 }, { stream_id: hidden }];
    expect((await move(id, secret)).body).toEqual((await move(id, missing)).body);
  });

  it('those whom the channel lets, even if the organization doesn’t', async () => {
    await setRealm(t, {
      can_move_messages_between_channels_group: nobody,
      can_move_messages_between_topics_group: nobody,
      can_resolve_topics_group: nobody,
    });
    const free = await addChannel(t, {}, []);
    const tries = { topic: 'x', '✔ plans': '✔ plans', channel: free.id };
    const all = async () => {
      const id = await send(me);
      const resolved = await statusOf(id, { topic: tries['✔ plans'] });
      const renamed = await statusOf(await send(me), { topic: tries.topic });
      return [resolved, renamed, await statusOf(await send(me), { stream_id: tries.channel })];
    };
    const give = (settings: Record<string, unknown>) =>
      t.store.db
        .update(streams)
        .set({ settings: settings as Record<string, number> })
        .where(eq(streams.id, open.id));
    expect(await all()).toEqual([400, 400, 400]);
    await give({ can_resolve_topics_group: onlyMe() });
    expect(await all()).toEqual([200, 400, 400]);
    await give({ can_move_messages_within_channel_group: onlyMe() });
    expect(await all()).toEqual([400, 200, 400]);
    await give({ can_move_messages_out_of_channel_group: onlyMe() });
    expect(await all()).toEqual([400, 400, 200]);
  });

  it('only topics allowed by the target channel’s policy', async () => {
    const plain = await addChannel(t, { topics_policy: 'empty_topic_only' }, []);
    const id = await send(me);
    expect(await statusOf(id, { stream_id: plain.id })).toBe(400);
    expect(await statusOf(id, { stream_id: plain.id, topic: '' })).toBe(200);
  });
});

describe('the age limit of a message', () => {
  const limits = (topic: number | null, channel: number | null) =>
    setRealm(t, {
      move_messages_within_stream_limit_seconds: topic && topic * 86_400,
      move_messages_between_streams_limit_seconds: channel && channel * 86_400,
    });

  it('is the shorter of both limits, depending on what moves, and none for resolving', async () => {
    const there = await addChannel(t, {}, []);
    const id = await send(me);
    await age(id, 5);
    await limits(3, 7);
    expect(await statusOf(id, { topic: 'x' })).toBe(400);
    expect(await statusOf(id, { topic: 'x', stream_id: there.id })).toBe(400);
    // When the channel changes too, this doesn't count as resolving.
    expect(await statusOf(id, { topic: '✔ plans', stream_id: there.id })).toBe(400);
    expect(await statusOf(id, { topic: '✔ plans' })).toBe(200);
    await limits(7, 3);
    expect(await statusOf(id, { stream_id: there.id })).toBe(400);
    expect(await statusOf(id, { topic: 'x' })).toBe(200);
    await limits(null, 7);
    expect(await statusOf(id, { topic: 'y', stream_id: there.id })).toBe(200);
  });
});

it('a move into a private channel hides it from others, even once they join', async () => {
  const hidden = { invite_only: true, history_public_to_subscribers: false };
  const { id: there, name } = await addChannel(t, hidden, [me]);
  const id = await send(me);
  await move(id, { stream_id: there });
  await t.call(me, 'POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: [other.user_id],
  });
  expect([await readStatus(id, other), await readStatus(id, me)]).toEqual([400, 200]);
});

describe('users’ topic policies', () => {
  const decide = (
    account: AccountWithKey,
    topic: string,
    visibility_policy: number,
    stream_id = open.id,
  ) => t.call(account, 'POST', '/user_topics', { stream_id, topic, visibility_policy });
  async function decided(account: AccountWithKey): Promise<unknown[]> {
    const types = { fetch_event_types: ['user_topic'] };
    const { body } = await t.call(account, 'POST', '/register', types);
    const all = body['user_topics'] as Record<string, unknown>[];
    return all.map(({ topic_name, visibility_policy }) => [topic_name, visibility_policy]);
  }

  it('are merged with those of the target topic: muting is dropped, following wins', async () => {
    const third = await t.addUser();
    await t.call(t.owner, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: open.name }],
      principals: [third.user_id],
    });
    await send(me, open.id, 'goal');
    const id = await send(me);
    await decide(other, 'plans', 1);
    await decide(third, 'plans', 2);
    await decide(third, 'goal', 3);
    await move(id, { topic: 'goal', propagate_mode: 'change_all' });
    expect([await decided(other), await decided(third)]).toEqual([[], [['goal', 3]]]);
  });
});

it('by default a notice is posted in the new topic, and none in the old one', async () => {
  const id = await send(me);
  await send(me);
  await t.call(me, 'PATCH', `/messages/${id}`, { topic: 'new' });
  const rows = await t.store.db.select().from(messages).where(eq(messages.stream_id, open.id));
  const notes = rows.filter(({ content }) => content.includes('#**'));
  expect(notes.map(({ topic }) => topic)).toEqual(['new']);
});

it('a channel’s first message becomes the oldest that remains', async () => {
  const ids = [await send(me), await send(me)];
  const there = await addChannel(t, {}, [me]);
  await move(ids[0]!, { stream_id: there.id });
  const rows = await t.store.db.select().from(streams);
  const firstOf = (id: number) => rows.find((row) => row.id === id)?.first_message_id;
  expect([firstOf(open.id), firstOf(there.id)]).toEqual([ids[1], ids[0]]);
});
