import { and, eq } from 'drizzle-orm';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiRequest, type Reply } from '../../../../../tests/support/service';
import { withService } from '../../../../../tests/support/with-service';
import { eventQueues, events } from '../db/schema/events';
import type { PendingReply } from '../request/pending-reply';
import type { AccountWithKey } from '../service';

const t = withService();
/** Statements that ran since this was last cleared. */
let statements: string[] = [];
beforeAll(async () => {
  t.store.onStatement?.((text) => void statements.push(text));
});

let me: AccountWithKey;
beforeEach(async () => {
  me = await t.addUser();
});

async function register(params: Record<string, unknown> = {}): Promise<string> {
  const reply = await t.call(me, 'POST', '/register', { fetch_event_types: [], ...params });
  return reply.body.queue_id;
}

/** Polls the queue and returns once the poll is waiting. */
async function wait(queue_id: string, last_event_id = -1): Promise<{ reply: Promise<Reply> }> {
  const { waiting_polls } = await t.service.figures();
  const reply = t.call(me, 'GET', '/events', { queue_id, last_event_id });
  await expect.poll(async () => (await t.service.figures()).waiting_polls).toBe(waiting_polls + 1);
  return { reply };
}

/** Returns the id of the heartbeat that answers the poll after its wait. */
async function heartbeat({ reply }: { reply: Promise<Reply> }): Promise<number> {
  for (let second = 0; second < 56; second++) {
    t.clock.advance(1000);
    await quiet();
  }
  const { body } = await reply;
  expect(body.events).toEqual([{ type: 'heartbeat', id: expect.any(Number) as number }]);
  return body.events[0]?.id ?? NaN;
}

/** Waits until the work started by the clock has finished. */
async function quiet(): Promise<void> {
  for (let seen = -1; seen < statements.length - 1;) {
    seen = statements.length;
    await t.store.db.select({ id: events.id }).from(events).limit(1);
  }
}

const note = (text: string, audience: number[] = [me.user_id]) => ({
  payload: { type: 'note', text },
  audience,
});

const look = (queue_id: string, last_event_id: number) =>
  t.call(me, 'GET', '/events', { queue_id, last_event_id, dont_block: true });

describe('a queue without events', () => {
  it('gets heartbeats with growing ids, each of which can be acknowledged', async () => {
    const queue_id = await register();
    let last = -1;
    for (let round = 0; round < 4; round++) {
      await t.emit(note('for others', []));
      const id = await heartbeat(await wait(queue_id, last));
      expect(id).toBeGreaterThan(last);
      last = id;
    }
    expect((await look(queue_id, last)).body).toMatchObject({ result: 'success', events: [] });
  });

  it('needs no statement for the poll after a heartbeat', async () => {
    const queue_id = await register();
    const last = await heartbeat(await wait(queue_id));
    await quiet();
    statements = [];
    const poll = t.call(me, 'GET', '/events', { queue_id, last_event_id: last });
    // Statements run in order, so any statement of the poll would be recorded before this one.
    await t.store.db.select({ id: events.id }).from(events).limit(1);
    expect(statements).toHaveLength(1);
    await t.emit(note('now'));
    expect((await poll).body.events).toMatchObject([{ text: 'now' }]);
  });

  it('shares one log row for heartbeats with all waiting queues', async () => {
    const queues = await Promise.all(Array.from({ length: 30 }, () => register()));
    const rows = () => t.store.db.$count(events, eq(events.type, 'heartbeat'));
    const before = await rows();
    const waiting: { reply: Promise<Reply> }[] = [];
    for (const queue_id of queues) waiting.push(await wait(queue_id));
    t.clock.advance(56_000);
    for (const { reply } of waiting) {
      expect((await reply).body.events).toMatchObject([{ type: 'heartbeat' }]);
    }
    expect((await rows()) - before).toBe(1);
  });

  it('lives while it is polled, even with a short lifespan, and ends after its last poll', async () => {
    const queue_id = await register({ queue_lifespan_secs: 5 });
    let last = -1;
    for (let round = 0; round < 4; round++) last = await heartbeat(await wait(queue_id, last));
    const row = () =>
      t.store.db.$count(
        eventQueues,
        and(eq(eventQueues.id, queue_id), eq(eventQueues.user_id, me.user_id)),
      );
    await expect.poll(async () => (t.clock.advance(10_000), await row())).toBe(0);
    expect((await look(queue_id, last)).body.code).toBe('BAD_EVENT_QUEUE_ID');
  });

  it('ends in this process too when its row is gone', async () => {
    const queue_id = await register();
    const { reply } = await wait(queue_id);
    await t.store.db.delete(eventQueues).where(eq(eventQueues.id, queue_id));
    t.clock.advance(53_000);
    await reply;
    await expect
      .poll(async () => (await t.call(me, 'GET', '/events', { queue_id, last_event_id: -1 })).body)
      .toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  });
});

describe('an event', () => {
  it('between two polls is returned by the second', async () => {
    const queue_id = await register();
    const first = await wait(queue_id);
    await t.emit(note('one'));
    const [one] = (await first.reply).body.events;
    await t.emit(note('two'), note('for others', []), note('three'));
    const params = { queue_id, last_event_id: one?.id ?? -1 };
    const second = await t.call(me, 'GET', '/events', params);
    expect(second.body.events).toMatchObject([{ text: 'two' }, { text: 'three' }]);
    const last = second.body.events.at(-1)?.id ?? -1;
    await t.emit(note('four'));
    const third = await t.call(me, 'GET', '/events', { queue_id, last_event_id: last });
    expect(third.body.events).toMatchObject([{ text: 'four' }]);
  });

  it('is sent again if the reply was lost, but not once it was acknowledged', async () => {
    const queue_id = await register();
    const start = await heartbeat(await wait(queue_id));
    const first = await wait(queue_id, start);
    await t.emit(note('one'));
    const [one] = (await first.reply).body.events;
    const again = await t.call(me, 'GET', '/events', { queue_id, last_event_id: start });
    expect(again.body.events).toEqual([one]);
    const { reply } = await wait(queue_id, one?.id);
    await t.emit(note('two'));
    expect((await reply).body.events).toMatchObject([{ text: 'two' }]);
    expect((await look(queue_id, start)).body.code).toBe('BAD_REQUEST');
  });

  it('is returned only to its queue’s owner: other users get an error', async () => {
    const queue_id = await register();
    const { reply } = await wait(queue_id);
    const stranger = await t.addUser();
    const stolen = await t.call(stranger, 'GET', '/events', { queue_id, last_event_id: -1 });
    expect(stolen.body.code).toBe('BAD_EVENT_QUEUE_ID');
    await t.emit(note('mine'));
    expect((await reply).body.events).toMatchObject([{ text: 'mine' }]);
  });
});

describe('a poll answered through a pending reply', () => {
  /** Polls the queue with a pending reply and records what it gets. */
  async function openPoll(queue_id: string, accepted: string) {
    const response = { taken: 0, sent: [] as { headers: object; body: string }[] };
    let leave = () => undefined as void;
    const pendingReply: PendingReply = {
      take: () => void response.taken++,
      onGone: (callback) => void (leave = callback),
      send: (headers, body) =>
        void response.sent.push({ headers, body: Buffer.from(body).toString('latin1') }),
    };
    const request = apiRequest(me, 'GET', '/events', { queue_id, last_event_id: -1 });
    request.headers.set('accept-encoding', accepted);
    const head = await t.service.handle(request, { address: '192.0.2.1', pendingReply });
    return { response, leave: () => leave(), head };
  }

  it('gets the head immediately and the body when there is an event', async () => {
    const queue_id = await register();
    const { response, head } = await openPoll(queue_id, 'br');
    expect([head.status, head.body, response.taken]).toEqual([200, null, 1]);
    expect(head.headers.get('content-type')).toBe('application/json');
    await t.emit(note('x'.repeat(2000)));
    await expect.poll(() => response.sent).toHaveLength(1);
    const [reply] = response.sent;
    expect(reply?.headers).toMatchObject({ 'content-encoding': 'br' });
    const body = brotliDecompressSync(Buffer.from(reply?.body ?? '', 'latin1')).toString();
    expect(JSON.parse(body)).toMatchObject({ result: 'success', queue_id, events: [{ id: 0 }] });
    const plain = await t.call(me, 'GET', '/events', { queue_id, last_event_id: -1 });
    expect(JSON.parse(body)).toEqual(plain.body);
  });

  it('ends when its client disconnects, and uses no pending reply if it needn’t wait', async () => {
    const [queue_id, other] = [await register(), await register()];
    const { response, leave } = await openPoll(queue_id, '');
    expect((await t.service.figures()).waiting_polls).toBe(1);
    leave();
    expect((await t.service.figures()).waiting_polls).toBe(0);
    expect(response.sent).toHaveLength(1);
    await t.emit(note('one'));
    const next = await openPoll(other, '');
    expect(await next.head.json()).toMatchObject({ events: [{ text: 'one' }] });
    expect(next.response).toEqual({ taken: 0, sent: [] });
  });
});
