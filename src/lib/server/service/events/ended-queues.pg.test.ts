import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { groupId, setRealm } from '../../../../../tests/support/channels';
import type { Reply, TestService } from '../../../../../tests/support/service';
import { startSideBySide, type SideBySide } from '../../../../../tests/support/side-by-side';
import { queryRows } from '../db/query-rows';
import { eventQueues } from '../db/schema/events';
import { sessions } from '../db/schema/sessions';
import type { AccountWithKey } from '../service';
import { sessionId } from '../db/session-id';
import { maxSessionSeconds } from '../sessions';

/** When a queue ends in one process, a poll waiting on it in another process ends immediately. */

let side: SideBySide;
let here: TestService;
let there: TestService;

beforeAll(async () => {
  side = await startSideBySide(2);
  [here, there] = side.services as [TestService, TestService];
});
afterAll(() => side.close());

beforeEach(() => setRealm(here, {}));

const register = async (account: AccountWithKey) => {
  const params = { fetch_event_types: [], event_types: ['note'] };
  return (await here.call(account, 'POST', '/register', params)).body.queue_id;
};

/** Starts polls that wait in the other process. */
async function wait(account: AccountWithKey, queues: readonly string[]): Promise<Promise<Reply>[]> {
  const waiting = async () => (await there.service.figures()).waiting_polls;
  const before = await waiting();
  const replies = queues.map((queue_id) =>
    there.call(account, 'GET', '/events', { queue_id, last_event_id: -1 }),
  );
  await expect.poll(waiting).toBe(before + queues.length);
  return replies;
}

const look = async (t: TestService, account: AccountWithKey, queue_id: string) =>
  (await t.call(account, 'GET', '/events', { queue_id, last_event_id: -1, dont_block: true })).body;

async function expectEnded(account: AccountWithKey, queue_id: string, reply: Promise<Reply>) {
  expect((await reply).body).toMatchObject({ result: 'success', events: [] });
  for (const t of [here, there]) {
    expect(await look(t, account, queue_id)).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
      queue_id,
    });
  }
}

describe('a poll ends with its queue', () => {
  it('when its owner registers a hundred newer queues, including the new one', async () => {
    const busy = await here.addUser();
    const queues: string[] = [];
    for (let i = 0; i < 100; i++) queues.push(await register(busy));
    const replies = await wait(busy, queues);
    const made = await register(busy);
    const [at] = await Promise.race(replies.map(async (reply, i) => [i, await reply] as const));
    await expectEnded(busy, queues[at]!, replies[at]!);
    for (const t of [here, there]) {
      expect(await look(t, busy, made)).toMatchObject({ result: 'success', events: [] });
    }
    expect((await there.service.figures()).waiting_polls).toBe(99);
    await there.emit({ payload: { type: 'note' }, audience: [busy.user_id] });
    await Promise.all(replies);
  });

  it('when its session reaches the maximum age', async () => {
    const person = await here.addUser();
    const token = await here.service.openSession(person);
    const queue_id = await register(person);
    const id = sessionId(token);
    const own = eq(eventQueues.id, queue_id);
    await here.store.db.update(eventQueues).set({ session_id: id }).where(own);
    const [reply] = await wait(person, [queue_id]);
    const created = new Date(here.clock.now() - maxSessionSeconds * 1000);
    await here.store.db.update(sessions).set({ created }).where(eq(sessions.id, id));
    here.clock.advance(3_600_000);
    await expectEnded(person, queue_id, reply!);
  });

  it('when everyone becomes invisible to more guests than one notice can list', async () => {
    const guests = await Promise.all(
      Array.from({ length: 220 }, () => here.addUser({ role: 600 })),
    );
    const queues = await Promise.all(guests.map(register));
    const [reply] = await wait(guests[219]!, [queues[219]!]);
    const value = { new: await groupId(here, 'role:members') };
    const { body } = await here.call(here.owner, 'PATCH', '/realm', {
      can_access_all_users_group: value,
    });
    expect(body).toEqual({ result: 'success', msg: '' });
    await expectEnded(guests[219]!, queues[219]!, reply!);
  });
});

function gate() {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

describe('a queue registered while its owner’s visibility changes', () => {
  const hidden = async () => ({
    can_access_all_users_group: { new: await groupId(here, 'role:members') },
  });
  const isBlocked = async () => {
    const rows = await queryRows(
      here.store.db,
      sql`select 1 as one from pg_locks where not granted`,
    );
    return rows.length > 0;
  };

  it('ends if it was created before the change', async () => {
    const guest = await here.addUser({ role: 600 });
    const id = 'made in this very moment';
    const [inserted, committing] = [gate(), gate()];
    const making = here.store.transaction(async (tx) => {
      const now = new Date(here.clock.now());
      await tx.insert(eventQueues).values({
        id,
        realm_id: 1,
        user_id: guest.user_id,
        client: '',
        base_id: 0,
        position: 0,
        created: now,
        last_poll: now,
      });
      inserted.open();
      await committing.opened;
    });
    await inserted.opened;
    const change = there.call(there.owner, 'PATCH', '/realm', await hidden());
    let isDone = false;
    void change.then(() => (isDone = true));
    await expect.poll(async () => isDone || (await isBlocked())).toBe(true);
    committing.open();
    await making;
    await change;
    expect((await look(here, guest, id)).code).toBe('BAD_EVENT_QUEUE_ID');
  });

  it('knows the new visibility if it was created after', async () => {
    for (let round = 0; round < 5; round++) {
      await setRealm(here, {});
      const guest = await here.addUser({ role: 600 });
      const registering = () =>
        there.call(guest, 'POST', '/register', {
          event_types: ['realm_user'],
          client_capabilities: { user_list_incomplete: true, notification_settings_null: true },
        });
      const [, ...made] = await Promise.all([
        here.call(here.owner, 'PATCH', '/realm', await hidden()),
        ...Array.from({ length: 4 }, registering),
      ]);
      for (const { body } of made) {
        const { code } = await look(here, guest, body.queue_id);
        if (code === 'BAD_EVENT_QUEUE_ID') continue;
        const userIds = (body['realm_users'] as { user_id: number }[]).map(
          ({ user_id }) => user_id,
        );
        expect(userIds).toEqual([guest.user_id]);
      }
    }
  });
});
