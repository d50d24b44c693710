import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestService,
  type Reply,
  type TestService,
} from '../../../../../tests/support/service';
import { silentLog } from '../../../../../tests/support/silent-log';
import { events } from '../db/schema/events';
import { users } from '../db/schema/users';
import type { AccountWithKey } from '../service';

let t: TestService;
const warnings: object[] = [];
const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) };
beforeAll(async () => {
  t = await startTestService({ log });
});
afterAll(() => t.service.close());

async function register(
  account: AccountWithKey,
  params: Record<string, unknown> = {},
): Promise<string> {
  const reply = await t.call(account, 'POST', '/register', { fetch_event_types: [], ...params });
  expect(reply.body).toMatchObject({ result: 'success', last_event_id: -1 });
  return reply.body.queue_id;
}

function poll(
  account: AccountWithKey,
  queue_id: string,
  last_event_id: number,
  params: Record<string, unknown> = { dont_block: true },
  signal?: AbortSignal,
): Promise<Reply> {
  return t.call(account, 'GET', '/events', { queue_id, last_event_id, ...params }, { signal });
}

/** Starts a blocking poll and returns once it is waiting. The reply comes later. */
async function startWaiting(
  account: AccountWithKey,
  queue_id: string,
  last_event_id = -1,
  signal?: AbortSignal,
): Promise<{ reply: Promise<Reply> }> {
  const { waiting_polls } = await t.service.figures();
  const reply = poll(account, queue_id, last_event_id, {}, signal);
  await expect.poll(async () => (await t.service.figures()).waiting_polls).toBe(waiting_polls + 1);
  return { reply };
}

const note = (text: string, audience: number[] | 'realm' = 'realm', type = 'note') => ({
  payload: { type, text },
  audience,
});

describe('getEvents', () => {
  it('returns the events since registration, with growing ids from 0', async () => {
    await t.emit(note('before'));
    const queue = await register(t.owner);
    await t.emit(note('a'), note('b'));
    const { body } = await poll(t.owner, queue, -1);
    expect(body.events).toEqual([
      { type: 'note', text: 'a', id: 0 },
      { type: 'note', text: 'b', id: 1 },
    ]);
    expect(body.queue_id).toBe(queue);
  });

  it('leaves out an event that can’t be presented, and logs it once', async () => {
    const queues = [await register(t.owner), await register(t.owner), await register(t.owner)];
    const waiting = await startWaiting(t.owner, queues[2]!);
    await t.emit(note('a'), note('no message', 'realm', 'message'), note('b'));
    const good = [
      { type: 'note', text: 'a', id: 0 },
      { type: 'note', text: 'b', id: 2 },
    ];
    expect((await waiting.reply).body.events).toEqual(good);
    for (const queue of queues) {
      expect((await poll(t.owner, queue, -1)).body.events).toEqual(good);
      expect((await poll(t.owner, queue, 2)).body.events).toEqual([]);
    }
    expect(warnings).toMatchObject([{ type: 'message' }]);
  });

  it('keeps a user’s hundred most recently polled queues', async () => {
    const busy = await t.addUser();
    const kept = await register(busy);
    const dropped = await register(busy);
    t.clock.advance(1000);
    expect((await poll(busy, kept, -1)).status).toBe(200);
    for (let i = 0; i < 99; i++) await register(busy);
    expect((await poll(busy, kept, -1)).status).toBe(200);
    expect((await poll(busy, dropped, -1)).body.code).toBe('BAD_EVENT_QUEUE_ID');
  });

  it('keeps events until they are acknowledged', async () => {
    const queue = await register(t.owner);
    await t.emit(note('a'), note('b'), note('c'));
    expect((await poll(t.owner, queue, -1)).body.events).toHaveLength(3);
    expect((await poll(t.owner, queue, -1)).body.events).toHaveLength(3);
    expect((await poll(t.owner, queue, 1)).body.events).toMatchObject([{ text: 'c' }]);
    expect((await poll(t.owner, queue, 1)).body.events).toMatchObject([{ text: 'c' }]);
    expect((await poll(t.owner, queue, 2)).body.events).toEqual([]);
  });

  it('refuses to acknowledge ids that are discarded, skipped or not yet issued', async () => {
    const other = await t.addUser();
    const queue = await register(t.owner);
    expect((await poll(t.owner, queue, 7)).body).toMatchObject({ result: 'success', events: [] });
    await t.emit(note('a'), note('not mine', [other.user_id]), note('b'));
    await poll(t.owner, queue, 0);
    for (const id of [-1, 1, 9, Number.MAX_SAFE_INTEGER]) {
      expect((await poll(t.owner, queue, id)).body).toMatchObject({ code: 'BAD_REQUEST' });
    }
    expect((await poll(t.owner, queue, 0)).body.events).toMatchObject([{ text: 'b', id: 2 }]);
  });

  it('needs an id with a queue, and creates a queue only when it doesn’t block', async () => {
    const queue = await register(t.owner);
    const bare = await t.call(t.owner, 'GET', '/events', { queue_id: queue });
    expect(bare).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    const blocking = await t.call(t.owner, 'GET', '/events', {});
    expect(blocking).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    const made = await t.call(t.owner, 'GET', '/events', { dont_block: true });
    await t.emit(note('a'));
    expect((await poll(t.owner, made.body.queue_id, -1)).body.events).toHaveLength(1);
  });

  it('accepts only the caller’s own queues', async () => {
    const queue = await register(t.owner);
    const stranger = await t.addUser();
    for (const [who, id] of [
      [stranger, queue],
      [t.owner, 'nonsense'],
      [t.owner, 'a\0b'],
    ] as const) {
      expect(await poll(who, id, -1)).toMatchObject({
        status: 400,
        body: { code: 'BAD_EVENT_QUEUE_ID', queue_id: id },
      });
    }
  });

  it('answers a waiting poll as soon as there is an event', async () => {
    const queue = await register(t.owner);
    const { reply } = await startWaiting(t.owner, queue);
    await t.emit(note('for nobody', []));
    await t.emit(note('now'));
    expect((await reply).body.events).toMatchObject([{ text: 'now' }]);
  });

  it('sends a heartbeat after 45 to 55 seconds, which can be acknowledged', async () => {
    const queue = await register(t.owner, { event_types: ['message'] });
    const { reply } = await startWaiting(t.owner, queue);
    t.clock.advance(44_000);
    expect((await t.service.figures()).waiting_polls).toBe(1);
    t.clock.advance(12_000);
    const { events } = (await reply).body;
    expect(events).toEqual([{ type: 'heartbeat', id: 0 }]);
    expect((await poll(t.owner, queue, 0)).body).toMatchObject({ result: 'success', events: [] });
  });

  it('ends the older of two polls of one queue without events', async () => {
    const queue = await register(t.owner);
    const older = await startWaiting(t.owner, queue);
    const newer = poll(t.owner, queue, -1, {});
    expect((await older.reply).body).toMatchObject({ result: 'success', events: [] });
    await expect.poll(async () => (await t.service.figures()).waiting_polls).toBe(1);
    await t.emit(note('a'));
    expect((await newer).body.events).toHaveLength(1);
  });

  it('drops a poll whose caller has disconnected', async () => {
    const queue = await register(t.owner);
    const leave = new AbortController();
    const { reply } = await startWaiting(t.owner, queue, -1, leave.signal);
    leave.abort();
    await reply;
    expect((await t.service.figures()).waiting_polls).toBe(0);
    await t.emit(note('a'));
    expect((await poll(t.owner, queue, -1)).body.events).toHaveLength(1);
  });
});

describe('what a queue receives', () => {
  it('is only events of its own types, for its own user, with its own part', async () => {
    const member = await t.addUser();
    const queue = await register(member, { event_types: ['note'] });
    await t.emit(
      note('other type', 'realm', 'realm_user'),
      note('other person', [t.owner.user_id]),
      { ...note('mine', [member.user_id]), perUser: { [member.user_id]: { flags: ['read'] } } },
    );
    const { events } = (await poll(member, queue, -1)).body;
    expect(events).toEqual([{ type: 'note', text: 'mine', flags: ['read'], id: 2 }]);
  });

  it('is nothing with an empty list of types', async () => {
    const queue = await register(t.owner, { event_types: [] });
    await t.emit(note('a'));
    expect((await poll(t.owner, queue, -1)).body.events).toEqual([]);
  });

  it('depends on the declared capabilities', async () => {
    const modern = await register(t.owner, {
      client_capabilities: { notification_settings_null: true, user_settings_object: true },
    });
    const legacy = await register(t.owner);
    await t.emit(
      { ...note('new form'), hidden: { with: 'user_settings_object' as const } },
      { ...note('old form'), hidden: { without: 'user_settings_object' as const } },
    );
    expect((await poll(t.owner, modern, -1)).body.events).toMatchObject([{ text: 'new form' }]);
    expect((await poll(t.owner, legacy, -1)).body.events).toMatchObject([{ text: 'old form' }]);
  });

  it('leaves out events that another subscribed type replaces', async () => {
    const both = await register(t.owner);
    const old = await register(t.owner, { event_types: ['muted_topics'] });
    const event = { payload: { type: 'muted_topics' }, audience: [t.owner.user_id] };
    await t.emit({ ...event, hidden: { unless_type: 'user_topic' } });
    expect((await poll(t.owner, both, -1)).body.events).toEqual([]);
    expect((await poll(t.owner, old, -1)).body.events).toHaveLength(1);
  });

  it('includes other people’s public messages on request, but not for guests', async () => {
    const guest = await t.addUser();
    const queues = await Promise.all([
      register(t.owner, { all_public_streams: true }),
      register(t.owner),
      register(guest, { all_public_streams: true }),
    ]);
    await t.store.db.update(users).set({ role: 600 }).where(eq(users.id, guest.user_id));
    const refused = await t.call(guest, 'POST', '/register', { all_public_streams: true });
    expect([refused.status, refused.body.msg]).toEqual([400, 'User not authorized for this query']);
    await t.emit({ ...note('public', []), hidden: { public_stream: true } });
    const seen = await Promise.all(
      queues.map(
        async (queue, i) => (await poll(i === 2 ? guest : t.owner, queue, -1)).body.events,
      ),
    );
    expect(seen.map(({ length }) => length)).toEqual([1, 0, 0]);
  });

  it('merges consecutive flag changes of the same kind', async () => {
    const queue = await register(t.owner);
    const flags = (op: string, flag: string, messages: number[]) => ({
      payload: { type: 'update_message_flags', op, flag, messages, all: false },
      audience: [t.owner.user_id],
    });
    await t.emit(
      flags('add', 'read', [1]),
      flags('add', 'read', [2, 3]),
      flags('add', 'starred', [4]),
      flags('remove', 'read', [5]),
      flags('remove', 'read', [6]),
    );
    const { events } = (await poll(t.owner, queue, -1)).body;
    expect(events).toMatchObject([
      { id: 1, messages: [1, 2, 3] },
      { id: 2, messages: [4] },
      { id: 3, messages: [5] },
      { id: 4, messages: [6] },
    ]);
    expect((await poll(t.owner, queue, 1)).body.events).toHaveLength(3);
  });
});

describe('the end of a queue', () => {
  it('happens on DELETE, along with its waiting poll', async () => {
    const queue = await register(t.owner);
    const { reply } = await startWaiting(t.owner, queue);
    const removed = await t.call(t.owner, 'DELETE', '/events', { queue_id: queue });
    expect(removed.body).toEqual({ result: 'success', msg: '' });
    expect((await reply).body).toMatchObject({ result: 'success', events: [] });
    const again = await t.call(t.owner, 'DELETE', '/events', { queue_id: queue });
    expect(again.body).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: queue });
  });

  it('happens after ten minutes without a poll', async () => {
    const queue = await register(t.owner);
    const long = await register(t.owner, { queue_lifespan_secs: 7200 });
    t.clock.advance(600_000);
    await poll(t.owner, queue, -1);
    t.clock.advance(599_000);
    expect((await poll(t.owner, queue, -1)).body.result).toBe('success');
    t.clock.advance(720_000);
    await expect
      .poll(async () => (await poll(t.owner, queue, -1)).body.code)
      .toBe('BAD_EVENT_QUEUE_ID');
    expect((await poll(t.owner, long, -1)).body.result).toBe('success');
  });

  it('doesn’t happen while a poll waits', async () => {
    const queue = await register(t.owner, { queue_lifespan_secs: 1 });
    const { reply } = await startWaiting(t.owner, queue);
    t.clock.advance(54_000);
    t.clock.advance(2_000);
    await reply;
    expect((await poll(t.owner, queue, -1)).body.result).toBe('success');
  });
});

describe('the log', () => {
  it('drops events that every queue has received, and keeps those that one still needs', async () => {
    await t.service.close();
    t = await startTestService();
    const [slow, quick] = [await register(t.owner), await register(t.owner)];
    await t.emit(note('a'), note('b'), note('c'));
    await poll(t.owner, quick, 2);
    t.clock.advance(400_000);
    expect((await poll(t.owner, slow, -1)).body.events).toHaveLength(3);
    await poll(t.owner, slow, 1);
    t.clock.advance(120_000);
    expect((await poll(t.owner, slow, 1)).body.events).toMatchObject([{ text: 'c' }]);
    const kept = () => t.store.db.select().from(events);
    await expect.poll(async () => (await kept()).map(({ payload }) => payload.text)).toEqual(['c']);
  });
});
