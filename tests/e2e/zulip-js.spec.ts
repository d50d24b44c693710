import type { Client, Reply } from 'zulip-js';
import { checkReply } from '../contract/strict';
import { expect, test } from '../support/app';
import type { Inkwell } from '../support/inkwell';
import { zulipInit } from '../support/zulip-client';

/** Connects the unmodified library over HTTP with the values of a credentials file. */
async function clientOf(server: Inkwell, account: string): Promise<Client> {
  const { email, key } = await server.zuliprc(account);
  return zulipInit({ username: email, apiKey: key, realm: server.url });
}

type QueueEvent = Record<string, unknown> & { id: number; type: string; message?: QueueEvent };

/** Registers an event queue with the library. The returned function waits for `count` events. */
async function listen(client: Client, event_types: string[]) {
  const queue = await client.queues.register({ event_types });
  const { queue_id } = queue;
  let last_event_id = Number(queue['last_event_id']);
  return async (count: number): Promise<QueueEvent[]> => {
    const seen: QueueEvent[] = [];
    while (seen.length < count) {
      const reply = await client.events.retrieve({ queue_id, last_event_id, dont_block: false });
      expect(reply).toMatchObject({ result: 'success' });
      checkReply('GET', '/events', 200, reply);
      const events = reply['events'] as QueueEvent[];
      for (const { id } of events) last_event_id = Math.max(last_event_id, id);
      seen.push(...events.filter(({ type }) => type !== 'heartbeat'));
    }
    return seen;
  };
}

const idsIn = (reply: Reply) => (reply['messages'] as QueueEvent[]).map(({ id }) => id);

test.describe('zulip-js, unmodified', () => {
  test.describe.configure({ mode: 'default' });

  let here: Client;
  let there: Client;
  let channel: { stream_id: number; name: string };
  let reader: { user_id: number; email: string };

  test.beforeAll(async ({ shared }) => {
    here = await clientOf(shared, 'member');
    there = await clientOf(shared, 'member2');
    const all = (await here.streams.retrieve())['streams'] as (typeof channel)[];
    channel = all.find(({ name }) => name === 'general')!;
    reader = (await there.users.me.getProfile()) as unknown as typeof reader;
  });

  test('sends to a channel and to people; another client receives both', async () => {
    const waitForEvents = await listen(there, ['message']);
    const topic = { to: channel.name, type: 'stream', topic: 'zulip-js', content: 'Ahoy **all**' };
    const first = await here.messages.send(topic);
    const byId = { ...topic, to: JSON.stringify(channel.stream_id) };
    const second = await here.messages.send(byId);
    const third = await here.messages.send({ to: reader.email, type: 'private', content: 'Psst' });
    const ids = { to: [reader.user_id], type: 'direct', content: 'Psst again' };
    const fourth = await here.messages.send(ids);
    for (const reply of [first, second, third, fourth]) {
      expect(reply).toMatchObject({ result: 'success', msg: '', id: expect.any(Number) });
    }
    expect(await waitForEvents(4)).toMatchObject([
      {
        type: 'message',
        flags: [],
        message: {
          id: first['id'],
          type: 'stream',
          display_recipient: channel.name,
          stream_id: channel.stream_id,
          subject: 'zulip-js',
          content: 'Ahoy **all**',
        },
      },
      { message: { id: second['id'] } },
      { message: { id: third['id'], type: 'private', content: 'Psst' } },
      { message: { id: fourth['id'], content: 'Psst again' } },
    ]);
  });

  test('retrieves by narrow, from every type of anchor', async () => {
    const sent: number[] = [];
    for (const content of ['one', 'two', 'three', 'four']) {
      const message = { to: channel.name, type: 'stream', topic: 'anchors', content };
      sent.push(Number((await here.messages.send(message))['id']));
    }
    const narrow = [
      { operator: 'stream', operand: channel.name },
      { operator: 'topic', operand: 'ANCHORS' },
    ];
    const get = async (params: Record<string, unknown>) => {
      const reply = await there.messages.retrieve({
        num_before: 0,
        num_after: 0,
        narrow,
        ...params,
      });
      checkReply('GET', '/messages', 200, reply);
      return reply;
    };
    const [one, two, three, four] = sent;
    const newest = await get({ anchor: 'newest', num_before: 2 });
    expect(idsIn(newest)).toEqual([three, four]);
    expect(newest).toMatchObject({ found_newest: true, found_oldest: false });
    const oldest = await get({ anchor: 'oldest', num_after: 2 });
    expect(idsIn(oldest)).toEqual([one, two]);
    expect(oldest).toMatchObject({ found_newest: false, found_oldest: true });
    const around = await get({ anchor: two, num_before: 1, num_after: 1 });
    expect(idsIn(around)).toEqual([one, two, three]);
    expect(around).toMatchObject({ anchor: two, found_anchor: true, history_limited: false });
    const unread = await get({ anchor: 'first_unread', num_before: 1, num_after: 9 });
    expect(idsIn(unread)).toEqual(sent);
    await there.messages.flags.add({ messages: [one, two], flag: 'read' });
    const later = await get({ anchor: 'first_unread', num_after: 9 });
    expect(idsIn(later)).toEqual([three, four]);
    const direct = await get({
      anchor: 'newest',
      num_before: 9,
      narrow: [['pm-with', (await here.users.me.getProfile())['email']]],
    });
    for (const message of direct['messages'] as QueueEvent[])
      expect(message['type']).toBe('private');
    const found = await get({
      anchor: 'newest',
      num_before: 9,
      apply_markdown: false,
      narrow: [...narrow, { operator: 'search', operand: 'three' }],
    });
    expect(found['messages']).toMatchObject([
      { content: 'three', match_content: '<p><span class="highlight">three</span></p>' },
    ]);
  });

  test('edits, moves, reacts and deletes, and another client gets an event for each', async () => {
    const sent = await here.messages.send({
      to: channel.name,
      type: 'stream',
      topic: 'editing',
      content: 'frist',
    });
    const message_id = Number(sent['id']);
    const types = ['update_message', 'reaction', 'delete_message'];
    const waitForEvents = await listen(there, types);
    const edited = await here.messages.update({ message_id, content: 'first' });
    // The library sends the id in the path and again as a parameter, which the server ignores.
    expect(edited).toMatchObject({
      result: 'success',
      ignored_parameters_unsupported: ['message_id'],
    });
    await here.messages.update({ message_id, topic: 'edited', propagate_mode: 'change_one' });
    expect(await there.reactions.add({ message_id, emoji_name: 'tada' })).toMatchObject({
      result: 'success',
    });
    const twice = await there.reactions.add({ message_id, emoji_name: 'tada' });
    expect(twice).toMatchObject({ result: 'error', code: 'REACTION_ALREADY_EXISTS' });
    expect(await here.messages.getById({ message_id })).toMatchObject({
      raw_content: 'first',
      message: {
        id: message_id,
        subject: 'edited',
        content: '<p>first</p>',
        reactions: [{ emoji_name: 'tada', user_id: reader.user_id }],
      },
    });
    await there.reactions.remove({ message_id, emoji_name: 'tada' });
    const { message_history } = await here.messages.getHistoryById({ message_id });
    expect(message_history).toMatchObject([{ content: 'frist' }, { content: 'first' }, {}]);
    const deleted = await here.messages.deleteById({ message_id });
    expect(deleted).toMatchObject({ result: 'success' });
    expect(await waitForEvents(5)).toMatchObject([
      { type: 'update_message', message_id, orig_content: 'frist', content: 'first' },
      { type: 'update_message', message_id, orig_subject: 'editing', subject: 'edited' },
      { type: 'reaction', op: 'add', message_id, emoji_name: 'tada' },
      { type: 'reaction', op: 'remove', message_id, emoji_name: 'tada' },
      { type: 'delete_message', message_id, message_type: 'stream', topic: 'edited' },
    ]);
  });

  test('renders, sends typing notifications and lists topics', async () => {
    expect(await here.messages.render('*a*')).toMatchObject({ rendered: '<p><em>a</em></p>' });
    const waitForEvents = await listen(there, ['typing']);
    expect(await here.typing.send({ op: 'start', to: [reader.user_id] })).toMatchObject({
      result: 'success',
    });
    expect(await waitForEvents(1)).toMatchObject([{ type: 'typing', op: 'start' }]);
    const { topics } = await here.streams.topics.retrieve({ stream_id: channel.stream_id });
    expect(topics).toContainEqual(expect.objectContaining({ name: expect.any(String) }));
  });
});
