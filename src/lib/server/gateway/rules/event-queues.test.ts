import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountWithKey } from '$lib/server/service/service';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';

/**
 * Event queues, and how events are fetched. Deleting a queue is tested in `delete-queue.test.ts`.
 * https://zulip.com/api/get-events
 */

const t = withService();

const note = (text: string, audience: number[]) => ({ payload: { type: 'note', text }, audience });

describe.each(gatewayNames)('events through the %s', (gateway) => {
  let me: AccountWithKey;
  let other: AccountWithKey;
  let ask: Ask;
  let asOther: Ask;
  beforeEach(async () => {
    [me, other] = [await t.addUser(), await t.addUser()];
    ask = (await openGateways(t, me))[gateway];
    asOther = (await openGateways(t, other))[gateway];
  });
  const register = async (params: Params = {}, by = ask) => {
    const { body } = await by('POST', '/register', { fetch_event_types: [], ...params });
    expect(body).toMatchObject({ queue_id: expect.stringMatching(/./), last_event_id: -1 });
    return body.queue_id;
  };
  const poll = (queue_id: string, last_event_id: number, by = ask) =>
    by('GET', '/events', { queue_id, last_event_id, dont_block: true });
  const readEvents = async (queue_id: string, by = ask) =>
    (await poll(queue_id, -1, by)).body.events.map(({ id: _id, ...event }) => event);
  const emit = (...texts: string[]) => t.emit(...texts.map((text) => note(text, [me.user_id])));

  it('of drafts go to all clients of their owner, including the one that wrote, and to no others', async () => {
    const only = { event_types: ['drafts'] };
    const mine = [await register(only), (await openQueue(t, me, only)).id];
    const theirs = await register(only, asOther);
    const draft = { type: '', to: [], topic: '', content: 'a', timestamp: 1_700_000_000 };
    const made = await ask('POST', '/drafts', { drafts: [draft, { ...draft, content: 'b' }] });
    const [a, b] = made.body['ids'] as number[];
    await ask('PATCH', `/drafts/${a!}`, { draft: { ...draft, content: 'c' } });
    await ask('DELETE', `/drafts/${b!}`);
    const expected = [
      {
        op: 'add',
        drafts: [
          { ...draft, id: a },
          { ...draft, id: b, content: 'b' },
        ],
      },
      { op: 'update', draft: { ...draft, id: a, content: 'c' } },
      { op: 'remove', draft_id: b },
    ].map((event) => ({ type: 'drafts', ...event }));
    for (const queue of mine) expect(await readEvents(queue)).toEqual(expected);
    expect(await readEvents(theirs, asOther)).toEqual([]);
  });

  it('of typing go to clients with receives_typing_notifications and to no others', async () => {
    const channel = await addChannel(t, {}, [me, other]);
    const only = {
      event_types: ['typing'],
      client_capabilities: { notification_settings_null: true, stream_typing_notifications: true },
    };
    const types = async (op: string) => {
      await ask('POST', '/typing', { op, to: [other.user_id] });
      const topic = { stream_id: channel.id, topic: 'x' };
      await ask('POST', '/typing', { op, type: 'channel', ...topic });
    };
    const [mine, theirs] = [await register(only), await register(only, asOther)];
    await types('start');
    const wants = (receives_typing_notifications: boolean) =>
      asOther('PATCH', '/settings', { receives_typing_notifications });
    await wants(false);
    await types('stop');
    const eventOf = (op: string) => [
      { type: 'typing', op, message_type: 'direct' },
      { type: 'typing', op, message_type: 'stream' },
    ];
    expect(await readEvents(theirs, asOther)).toMatchObject(eventOf('start'));
    expect(await readEvents(mine)).toMatchObject([...eventOf('start'), ...eventOf('stop')]);
    await wants(true);
    await types('start');
    expect(await readEvents(theirs, asOther)).toMatchObject([
      ...eventOf('start'),
      ...eventOf('start'),
    ]);
  });

  it('have ids that start at 0 and grow, and are repeated until acknowledged', async () => {
    const queue = await register();
    await emit('a', 'b');
    const both = [
      { type: 'note', text: 'a', id: 0 },
      { type: 'note', text: 'b', id: 1 },
    ];
    for (const _twice of [1, 2]) {
      expect((await poll(queue, -1)).body).toMatchObject({ queue_id: queue, events: both });
    }
    expect((await poll(queue, 0)).body.events).toEqual(both.slice(1));
    expect((await poll(queue, 1)).body.events).toEqual([]);
  });

  it.each([-1, 1, 9])('are not acknowledged by an invalid last id: %d', async (id) => {
    const queue = await register();
    await emit('a');
    await t.emit(note('not mine', [other.user_id]));
    await emit('b');
    expect((await poll(queue, 0)).body.events).toHaveLength(1);
    const { status, body } = await poll(queue, id);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect((await poll(queue, 0)).body.events).toHaveLength(1);
  });

  it('require last_event_id with a queue, and must not block without one', async () => {
    const queue_id = await register();
    for (const params of [
      { queue_id },
      { queue_id, dont_block: true },
      {},
      { last_event_id: -1 },
    ]) {
      const { status, body } = await ask('GET', '/events', params);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
    const made = await ask('GET', '/events', { dont_block: true });
    expect(made.body).toMatchObject({ result: 'success', events: [] });
    await emit('a');
    expect(await readEvents(made.body.queue_id)).toEqual([{ type: 'note', text: 'a' }]);
  });

  it.each<[whose: string, id: () => Promise<string>]>([
    ['nobody’s', () => Promise.resolve('0aa3bc57-0000-4000-8000-000000000000')],
    ['no id at all', () => Promise.resolve('1; drop\0')],
    ['somebody else’s', async () => register({}, asOther)],
  ])('of a queue that is %s are refused', async (_whose, id) => {
    const queue_id = await id();
    const { status, body } = await poll(queue_id, -1);
    expect([status, body]).toEqual([
      400,
      { result: 'error', msg: body.msg, code: 'BAD_EVENT_QUEUE_ID', queue_id },
    ]);
  });

  it('are waited for, one poll at a time, with a heartbeat if nothing happens', async () => {
    const queue_id = await register();
    const waiting = async (count: number) =>
      expect.poll(async () => (await t.service.figures()).waiting_polls).toBe(count);
    const wait = (last_event_id = -1) => ask('GET', '/events', { queue_id, last_event_id });
    const first = wait();
    await waiting(1);
    const second = wait();
    expect((await first).body).toMatchObject({ result: 'success', events: [], queue_id });
    await waiting(1);
    await emit('a');
    expect((await second).body.events).toMatchObject([{ text: 'a', id: 0 }]);
    const third = wait(0);
    await waiting(1);
    t.clock.advance(56_000);
    expect((await third).body.events).toEqual([{ type: 'heartbeat', id: 1 }]);
  });

  it('of types that were not requested are not sent', async () => {
    const [some, none] = [
      await register({ event_types: ['note'] }),
      await register({ event_types: [] }),
    ];
    await t.emit(note('a', [me.user_id]), {
      payload: { type: 'other' },
      audience: [me.user_id],
    });
    expect(await readEvents(some)).toEqual([{ type: 'note', text: 'a' }]);
    expect(await readEvents(none)).toEqual([]);
  });

  it('end after ten minutes without a poll, or after the requested time', async () => {
    const [short, long] = [await register(), await register({ queue_lifespan_secs: 3600 })];
    t.clock.advance(599_000);
    expect((await poll(short, -1)).status).toBe(200);
    t.clock.advance(661_000);
    await expect.poll(async () => (await poll(short, -1)).body.code).toBe('BAD_EVENT_QUEUE_ID');
    expect((await poll(long, -1)).status).toBe(200);
  });
});
