import { beforeEach, describe, expect, it } from 'vitest';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();

const refused = { status: 400, body: { code: 'BAD_REQUEST' } };

describe.each(gatewayNames)('polls and to-do lists through the %s', (gateway) => {
  let me: AccountWithKey;
  let other: AccountWithKey;
  let ask: Ask;
  let theirs: Ask;
  let to: number;
  beforeEach(async () => {
    [me, other] = [await t.addUser(), await t.addUser()];
    ask = (await openGateways(t, me))[gateway];
    theirs = (await openGateways(t, other))[gateway];
    to = (await addChannel(t, {}, [me, other])).id;
  });

  const send = async (content: string, more: Params = {}) => {
    const { body } = await ask('POST', '/messages', {
      type: 'stream',
      to,
      topic: 'x',
      content,
      ...more,
    });
    return body['id'] as number;
  };
  const submit = (message_id: number, event: unknown, by = ask) =>
    by('POST', '/submessage', { message_id, msg_type: 'widget', content: JSON.stringify(event) });
  interface Sub {
    readonly id: number;
    readonly sender_id: number;
    readonly content: string;
  }
  const read = async (id: number, by = ask) => {
    const { body } = await by('GET', `/messages/${id}`);
    return (body['message'] as { submessages: Sub[] }).submessages;
  };
  const contents = async (id: number) =>
    (await read(id)).map(({ content }) => JSON.parse(content) as unknown);
  const vote = { type: 'vote', key: 'canned,0', vote: 1 };
  const poll = { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Soup'] } };

  it('a poll is included in the message, its event and the message list', async () => {
    const queue = await openQueue(t, other, { event_types: ['message'] });
    const id = await send('/poll Lunch?\n- Soup');
    const [sub] = await read(id, theirs);
    expect(sub).toMatchObject({ msg_type: 'widget', message_id: id, sender_id: me.user_id });
    expect(JSON.parse(sub!.content)).toEqual(poll);
    const [event] = (await queue.events()) as { message: { submessages: Sub[] } }[];
    expect(event!.message.submessages).toEqual([sub]);
    const range = { anchor: 'newest', num_before: 5, num_after: 0 };
    const { body } = await ask('GET', '/messages', range);
    expect((body['messages'] as { submessages: Sub[] }[])[0]!.submessages).toEqual([sub]);
  });

  it('other messages have no widget', async () => {
    expect(await read(await send('What about a /poll?'))).toEqual([]);
  });

  it('a direct message can be a poll, too', async () => {
    const id = await send('/todo Pack', { type: 'direct', to: [other.user_id] });
    expect(await contents(id)).toEqual([
      { widget_type: 'todo', extra_data: { task_list_title: 'Pack', tasks: [] } },
    ]);
  });

  it('votes are stored in order, and sent to those who can see the message', async () => {
    const id = await send('/poll Lunch?\nSoup');
    const queue = await openQueue(t, me, { event_types: ['submessage'] });
    const stranger = await openQueue(t, await t.addUser(), { event_types: ['submessage'] });
    const option = { type: 'new_option', option: 'Salad', idx: 1 };
    expect((await submit(id, vote, theirs)).body).toEqual({ result: 'success', msg: '' });
    await submit(id, option);
    await submit(id, { type: 'question', question: 'Dinner?' });
    expect((await contents(id)).slice(1)).toEqual([
      vote,
      option,
      { type: 'question', question: 'Dinner?' },
    ]);
    const [, first] = await read(id);
    const events = await queue.events();
    expect(events).toHaveLength(3);
    expect(events[0]).toEqual({
      type: 'submessage',
      msg_type: 'widget',
      content: JSON.stringify(vote),
      message_id: id,
      sender_id: other.user_id,
      submessage_id: first!.id,
    });
    expect(await stranger.events()).toEqual([]);
  });

  it('tasks are added, checked and renamed', async () => {
    const id = await send('/todo Pack');
    const events = [
      { type: 'new_task', key: 2, task: 'Boxes', desc: '', completed: false },
      { type: 'strike', key: '2,4' },
      { type: 'new_task_list_title', title: 'Move' },
    ];
    for (const event of events) expect((await submit(id, event)).status).toBe(200);
    expect((await contents(id)).slice(1)).toEqual(events);
  });

  it('only the author can rename it', async () => {
    const ids = [await send('/poll a'), await send('/todo a')];
    const names = [
      { type: 'question', question: 'b' },
      { type: 'new_task_list_title', title: 'b' },
    ];
    for (const [i, id] of ids.entries()) {
      expect(await submit(id, names[i], theirs)).toMatchObject(refused);
      expect((await submit(id, names[i])).status).toBe(200);
    }
  });

  it.each([
    ['a vote of two', { ...vote, vote: 2 }],
    ['a vote for nothing', { type: 'vote', vote: 1 }],
    ['a task', { type: 'strike', key: '1' }],
    ['something unknown', { type: 'cheat' }],
    ['an option below the first', { type: 'new_option', option: 'x', idx: -1 }],
    ['a list', [vote]],
    ['null', null],
    ['a null byte', { type: 'question', question: 'a\0b' }],
  ])('a poll refuses %s', async (_what, event) => {
    const id = await send('/poll a');
    expect(await submit(id, event)).toMatchObject(refused);
    expect(await read(id)).toHaveLength(1);
  });

  it('invalid JSON, another type, or data for another message is refused', async () => {
    const id = await send('/poll a');
    const params = { message_id: id, msg_type: 'widget', content: '{vote' };
    expect(await ask('POST', '/submessage', params)).toMatchObject(refused);
    const other_kind = { ...params, msg_type: 'other', content: '{}' };
    expect(await ask('POST', '/submessage', other_kind)).toMatchObject(refused);
    expect(await submit(await send('no poll'), vote)).toMatchObject(refused);
    expect(await submit(999_999, vote)).toMatchObject(refused);
    const secret = await send('/poll a', { type: 'direct', to: [me.user_id] });
    expect(await submit(secret, vote, theirs)).toMatchObject(refused);
  });

  it('widget_content defines what the text doesn’t', async () => {
    const form = {
      widget_type: 'zform',
      extra_data: {
        type: 'choices',
        heading: 'Well?',
        choices: [{ type: 'multiple_choice', short_name: 'A', long_name: 'Yes', reply: 'yes' }],
      },
    };
    for (const widget_content of [poll, form]) {
      expect(await contents(await send('Choose', { widget_content }))).toEqual([widget_content]);
    }
    expect(await submit(await send('Choose', { widget_content: form }), vote)).toMatchObject(
      refused,
    );
    const message = { type: 'stream', to, topic: 'x', content: 'm' };
    for (const widget_content of [
      { widget_type: 'poll' },
      { widget_type: 'dice', extra_data: {} },
      { ...poll, extra_data: { question: 'a', options: [1] } },
      'poll',
    ]) {
      expect(await ask('POST', '/messages', { ...message, widget_content })).toMatchObject(refused);
    }
  });

  it('its text can’t be edited, its topic can', async () => {
    const id = await send('/poll a');
    expect(await ask('PATCH', `/messages/${id}`, { content: 'b' })).toMatchObject(refused);
    expect((await ask('PATCH', `/messages/${id}`, { topic: 'y' })).status).toBe(200);
  });

  it('is deleted with its message', async () => {
    const id = await send('/poll a');
    await t.call(t.owner, 'DELETE', `/messages/${id}`);
    expect(await submit(id, vote)).toMatchObject(refused);
  });

  it('a scheduled one becomes a widget when it is sent', async () => {
    const { body } = await ask('POST', '/scheduled_messages', {
      type: 'stream',
      to,
      topic: 'later',
      content: '/poll Later?',
      scheduled_delivery_timestamp: Math.floor(t.clock.now() / 1000) + 60,
    });
    expect(body.result).toBe('success');
    const registered = await ask('POST', '/register', { event_types: ['message'] });
    const { queue_id, last_event_id } = registered.body;
    const pendingEvents = ask('GET', '/events', { queue_id, last_event_id });
    t.clock.advance(60_000);
    const [event] = (await pendingEvents).body.events as never as {
      message: { submessages: Sub[] };
    }[];
    expect(JSON.parse(event!.message.submessages[0]!.content)).toMatchObject({
      extra_data: { question: 'Later?' },
    });
  });
});
