import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { queryRows } from '../db/query-rows';
import { stopWords } from '$lib/api/stop-words';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let open: { id: number; name: string };

beforeEach(async () => {
  me = await t.addUser();
  open = await addChannel(t, {}, [me]);
});

const set = (params: Record<string, unknown>) => t.call(me, 'POST', '/user_topics', params);
const mute = (params: Record<string, unknown>) =>
  t.call(me, 'PATCH', '/users/me/subscriptions/muted_topics', params);
async function state(...keys: string[]) {
  const { body } = await t.call(me, 'POST', '/register', { fetch_event_types: keys });
  return body;
}

describe('updateUserTopic', () => {
  it('stores one policy per topic in any case, and announces changes', async () => {
    const queue = await openQueue(t, me, { event_types: ['user_topic', 'muted_topics'] });
    const base = { stream_id: open.id, topic: 'Plans' };
    await set({ ...base, visibility_policy: 3 });
    await set({ ...base, topic: 'plans', visibility_policy: 3 });
    await set({ ...base, topic: 'PLANS', visibility_policy: 2 });
    const last_updated = Math.floor(t.clock.now() / 1000);
    expect((await state('user_topic'))['user_topics']).toEqual([
      { stream_id: open.id, topic_name: 'Plans', last_updated, visibility_policy: 2 },
    ]);
    await set({ ...base, visibility_policy: 0 });
    await set({ ...base, visibility_policy: 0 });
    expect((await state('user_topic'))['user_topics']).toEqual([]);
    const event = { type: 'user_topic', stream_id: open.id, last_updated };
    expect(await queue.events()).toEqual([
      { ...event, topic_name: 'Plans', visibility_policy: 3 },
      { ...event, topic_name: 'PLANS', visibility_policy: 2 },
      { ...event, topic_name: 'Plans', visibility_policy: 0 },
    ]);
  });

  it('accepts the names of the empty topic', async () => {
    await set({ stream_id: open.id, topic: 'general chat', visibility_policy: 1 });
    expect((await state('user_topic'))['user_topics']).toMatchObject([
      { topic_name: 'general chat' },
    ]);
  });

  it.each([
    [{ visibility_policy: 4 }],
    [{ topic: 'x'.repeat(61) }],
    [{ topic: 'a\0b' }],
    [{ stream_id: 999_999 }],
    [{ stream_id: 999_999, visibility_policy: 0 }],
  ])('refuses %o', async (params) => {
    const reply = await set({ stream_id: open.id, topic: 'x', visibility_policy: 1, ...params });
    expect(reply.status).toBe(400);
  });

  it('removes the policy of a topic in a channel that is now hidden', async () => {
    const hidden = await addChannel(t, { invite_only: true });
    const base = { stream_id: hidden.id, topic: 'x' };
    expect((await set({ ...base, visibility_policy: 1 })).status).toBe(400);
    expect((await set({ ...base, visibility_policy: 0 })).status).toBe(200);
  });
});

describe('muteTopic', () => {
  it('mutes and unmutes, by the channel’s id or name', async () => {
    await mute({ stream_id: open.id, topic: 'one', op: 'add' });
    await mute({ stream: open.name, topic: 'two', op: 'add' });
    await mute({ stream: open.name, topic: 'ONE', op: 'remove' });
    const at = Math.floor(t.clock.now() / 1000);
    expect((await state('muted_topics'))['muted_topics']).toEqual([[open.name, 'two', at]]);
    expect(await state('muted_topics', 'user_topic')).not.toHaveProperty('muted_topics');
    // A client that requests nothing specific gets both.
    const everything = await t.call(me, 'POST', '/register');
    expect(everything.body['muted_topics']).toEqual([[open.name, 'two', at]]);
  });

  it.each([
    [{ topic: 'x', op: 'add' }],
    [{ topic: 'x', op: 'add', stream: 'no such channel' }],
    [{ topic: 'x', op: 'add', stream: 'a', stream_id: 1 }],
    [{ topic: 'x', op: 'silence', stream_id: 1 }],
  ])('refuses %o', async (params) => {
    expect((await mute(params)).status).toBe(400);
  });
});

describe('stop words', () => {
  it('are those that the search ignores', async () => {
    expect((await state('stop_words'))['stop_words']).toEqual(stopWords);
    const indexed = await queryRows(
      t.store.db,
      sql`select word from json_array_elements_text(${JSON.stringify([...stopWords, 'island'])}::json)
        as word where to_tsvector('english', word) <> ''::tsvector`,
    );
    expect(indexed).toEqual([{ word: 'island' }]);
  });
});
