import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { addTalk, type Talk } from '../../../../../tests/support/talk';
import { users } from '../db/schema/users';

const t = withService();
let talk: Talk;

beforeEach(async () => {
  talk = await addTalk(t);
});

describe('setTypingStatus', () => {
  const type = (params: Record<string, unknown>) => t.call(talk.me, 'POST', '/typing', params);
  const capable = (on: boolean) => ({
    event_types: ['typing', 'typing_edit_message'],
    client_capabilities: { notification_settings_null: true, stream_typing_notifications: on },
  });

  it('notifies everyone in the conversation, including the sender', async () => {
    const queues = [await openQueue(t, talk.me), await openQueue(t, talk.other)];
    await type({ op: 'start', to: [talk.other.user_id] });
    const people = [talk.me, talk.other].map(({ user_id, email }) => ({ user_id, email }));
    for (const queue of queues) {
      expect(await queue.events()).toEqual([
        {
          type: 'typing',
          op: 'start',
          message_type: 'direct',
          sender: people[0],
          recipients: people,
        },
      ]);
    }
  });

  it('notifies subscribers whose client supports it and who want to know', async () => {
    const old = await openQueue(t, talk.other, capable(false));
    const queue = await openQueue(t, talk.other, capable(true));
    const params = { type: 'channel', op: 'stop', stream_id: talk.open.id, topic: '(no topic)' };
    await type(params);
    await t.call(talk.other, 'PATCH', '/settings', { receives_typing_notifications: false });
    await type(params);
    expect(await old.events()).toEqual([]);
    expect(await queue.events()).toMatchObject([
      { op: 'stop', message_type: 'stream', stream_id: talk.open.id, topic: 'general chat' },
    ]);
  });

  it('sends nothing in a channel with many subscribers', async () => {
    const many = await Promise.all(Array.from({ length: 100 }, () => t.addUser()));
    const big = await addChannel(t, {}, [talk.me, ...many]);
    const queue = await openQueue(t, talk.me, capable(true));
    const { status } = await type({ type: 'stream', op: 'start', stream_id: big.id, topic: 'x' });
    expect(status).toBe(200);
    expect(await queue.events()).toEqual([]);
  });

  it('reports who edits which message', async () => {
    const queue = await openQueue(t, talk.other, capable(true));
    const edit = (id: number | undefined) =>
      t.call(talk.me, 'POST', `/messages/${id ?? 0}/typing`, { op: 'start' });
    await edit(talk.sent['mine']);
    expect((await edit(talk.sent['first'])).status).toBe(400);
    expect(await queue.events()).toEqual([
      {
        type: 'typing_edit_message',
        op: 'start',
        sender_id: talk.me.user_id,
        message_id: talk.sent['mine'],
        recipient: { type: 'channel', channel_id: talk.open.id, topic: 'plans' },
      },
    ]);
  });

  it.each([
    [{ op: 'start' }],
    [{ op: 'start', to: [] }],
    [{ op: 'start', to: [999_999] }],
    [{ op: 'begin', to: [1] }],
    [{ op: 'start', type: 'stream', topic: 'x' }],
    [{ op: 'start', type: 'stream', stream_id: 999_999, topic: 'x' }],
    [{ op: 'start', type: 'stream', stream_id: 1 }],
  ])('refuses %o', async (params) => {
    expect((await type(params)).status).toBe(400);
  });

  it('refuses users who don’t share when they type', async () => {
    await t.store.db
      .update(users)
      .set({ settings: { send_private_typing_notifications: false } })
      .where(eq(users.id, talk.me.user_id));
    expect((await type({ op: 'start', to: [talk.other.user_id] })).status).toBe(400);
  });
});
