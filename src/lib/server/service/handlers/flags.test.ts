import { beforeEach, describe, expect, it } from 'vitest';
import { openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { addTalk, type Talk } from '../../../../../tests/support/talk';

const t = withService();
let talk: Talk;
let queue: Awaited<ReturnType<typeof openQueue>>;

beforeEach(async () => {
  talk = await addTalk(t);
  queue = await openQueue(t, talk.me, { event_types: ['update_message_flags'] });
});

const call = (method: string, path: string, params: Record<string, unknown> = {}) =>
  t.call(talk.me, method, path, params);
const change = (op: string, flag: string, messages: unknown) =>
  call('POST', '/messages/flags', { op, flag, messages });
async function flagsOf(id: number | undefined): Promise<unknown> {
  const { body } = await call('GET', `/messages/${id ?? 0}`);
  return (body['message'] as { flags: string[] }).flags;
}
async function unread(): Promise<number> {
  const { body } = await call('POST', '/register', {
    fetch_event_types: ['message', 'update_message_flags'],
  });
  return (body['unread_msgs'] as { count: number }).count;
}

describe('updateMessageFlags', () => {
  it('changes and announces only what differs', async () => {
    const { first, mine, unseen } = talk.sent;
    const messages = [first, mine, unseen, 999_999];
    const { body } = await change('add', 'read', messages);
    expect(body).toMatchObject({ messages, ignored_because_not_subscribed_channels: [] });
    await change('add', 'read', messages);
    expect(await queue.events()).toEqual([
      {
        type: 'update_message_flags',
        op: 'add',
        operation: 'add',
        flag: 'read',
        messages: [first],
        all: false,
      },
    ]);
    expect(await flagsOf(first)).toEqual(['read']);
  });

  it('reports where messages that become unread are', async () => {
    const { mine, note } = talk.sent;
    await change('remove', 'read', [mine, note]);
    expect(await queue.events()).toMatchObject([
      {
        op: 'remove',
        messages: [mine, note],
        message_details: {
          [mine ?? 0]: {
            type: 'stream',
            stream_id: talk.open.id,
            topic: 'plans',
            unmuted_stream_msg: true,
          },
          [note ?? 0]: { type: 'private', user_ids: [] },
        },
      },
    ]);
  });

  it('stars a message of public history that was never received', async () => {
    const { unseen } = talk.sent;
    await change('add', 'starred', [unseen]);
    expect(await flagsOf(unseen)).toEqual(['read', 'historical', 'starred']);
    const { body } = await call('POST', '/register', { fetch_event_types: ['starred_messages'] });
    expect(body['starred_messages']).toEqual([unseen]);
    // In a channel that the user isn't subscribed to, nothing becomes unread.
    const reply = await change('remove', 'read', [unseen]);
    expect(reply.body['ignored_because_not_subscribed_channels']).toEqual([talk.elsewhere.id]);
    expect(await flagsOf(unseen)).toContain('read');
  });

  it.each([
    ['add', 'mentioned', () => []],
    ['add', 'sticky', () => []],
    ['toggle', 'read', () => []],
    ['add', 'read', () => 'x'],
    ['add', 'starred', () => [999_999]],
    ['add', 'starred', () => [talk.sent['before']]],
  ])('refuses %s %s', async (op, flag, messages) => {
    expect((await change(op, flag, messages())).status).toBe(400);
    expect(await queue.events()).toEqual([]);
  });
});

describe('updateMessageFlagsForNarrow', () => {
  const forNarrow = (params: Record<string, unknown>) =>
    call('POST', '/messages/flags/narrow', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 100,
      narrow: [['topic', 'plans']],
      op: 'add',
      flag: 'read',
      ...params,
    });

  it('counts the messages it checked and changed', async () => {
    const { first, mine } = talk.sent;
    expect((await forNarrow({})).body).toMatchObject({
      processed_count: 2,
      updated_count: 1,
      first_processed_id: first,
      last_processed_id: mine,
      found_oldest: true,
      found_newest: true,
      ignored_because_not_subscribed_channels: [],
    });
    expect((await forNarrow({ narrow: [['topic', 'nowhere']] })).body).toMatchObject({
      processed_count: 0,
      first_processed_id: null,
      last_processed_id: null,
    });
  });

  it('continues after its last message', async () => {
    const page = { narrow: [], num_after: 3, include_anchor: false };
    const one = await forNarrow({ ...page, anchor: 'oldest' });
    expect(one.body).toMatchObject({ processed_count: 3, found_newest: false });
    const two = await forNarrow({ ...page, anchor: one.body['last_processed_id'], num_after: 100 });
    expect(two.body).toMatchObject({ processed_count: 4, found_newest: true });
    expect(await unread()).toBe(0);
  });

  it('needs its parameters and a valid narrow', async () => {
    expect((await forNarrow({ narrow: [['colour', 'blue']] })).body.code).toBe('BAD_NARROW');
    expect((await forNarrow({ anchor: 'soon' })).body.code).toBe('REQUEST_VARIABLE_INVALID');
    expect((await forNarrow({ num_after: 5001 })).status).toBe(400);
  });
});

describe('marking as read', () => {
  it('applies to everything', async () => {
    expect(await unread()).toBe(5);
    expect((await call('POST', '/mark_all_as_read')).body).toMatchObject({ complete: true });
    expect(await unread()).toBe(0);
    expect(await queue.events()).toMatchObject([
      { op: 'add', flag: 'read', all: true, messages: [] },
    ]);
  });

  it('applies to a channel', async () => {
    const { first, done, chat } = talk.sent;
    await call('POST', '/mark_stream_as_read', { stream_id: talk.open.id });
    expect(await unread()).toBe(1);
    const [event] = await queue.events();
    expect(event?.['messages']).toEqual(expect.arrayContaining([first, done, chat]));
    expect((await call('POST', '/mark_stream_as_read', { stream_id: 999_999 })).status).toBe(400);
  });

  it('applies to an existing topic', async () => {
    const topic = (topic_name: string) =>
      call('POST', '/mark_topic_as_read', { stream_id: talk.open.id, topic_name });
    expect((await topic('PLANS')).status).toBe(200);
    expect(await unread()).toBe(4);
    expect((await topic('nowhere')).status).toBe(400);
  });
});

describe('getReadReceipts', () => {
  it('lists readers who share their read receipts, without the sender', async () => {
    const get = () => t.call(talk.other, 'GET', `/messages/${talk.sent['first']}/read_receipts`);
    expect((await get()).body['user_ids']).toEqual([]);
    await change('add', 'read', [talk.sent['first']]);
    expect((await get()).body['user_ids']).toEqual([talk.me.user_id]);
    await call('PATCH', '/settings', { send_read_receipts: false });
    expect((await get()).body['user_ids']).toEqual([]);
    await setRealm(t, { enable_read_receipts: false });
    expect((await get()).status).toBe(400);
    await setRealm(t, {});
  });
});
