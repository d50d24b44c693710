import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkQueueDelivery } from '../../../../../tests/support/queue-delivery';
import type { TestService } from '../../../../../tests/support/service';
import { startSideBySide, type SideBySide } from '../../../../../tests/support/side-by-side';
import { sql, type SQL } from 'drizzle-orm';
import { queryRows } from '../db/query-rows';
import type { DatabaseStore } from '../db/store';
import { appendEvents } from './log';
import { findRealm } from '../organization';

/** Two services with their own connections on one database act like two processes. */
let side: SideBySide;
let first: TestService;
let second: TestService;

beforeAll(async () => {
  side = await startSideBySide(2);
  [first, second] = side.services as [TestService, TestService];
});
afterAll(() => side.close());

async function register(): Promise<string> {
  const reply = await first.call(first.owner, 'POST', '/register', { fetch_event_types: [] });
  return reply.body.queue_id;
}

async function waitingOn(t: TestService, polls: number): Promise<void> {
  await expect.poll(async () => (await t.service.figures()).waiting_polls).toBe(polls);
}

const note = (text: string) => ({ payload: { type: 'note', text }, audience: 'realm' as const });

describe('two processes on one database', () => {
  it("serve each other's queues and wake each other's polls", async () => {
    const queue_id = await register();
    const waiting = second.call(second.owner, 'GET', '/events', { queue_id, last_event_id: -1 });
    await waitingOn(second, 1);
    await first.emit(note('from the first'));
    expect((await waiting).body.events).toMatchObject([{ id: 0, text: 'from the first' }]);

    const params = { queue_id, last_event_id: -1, dont_block: true };
    const here = await first.call(first.owner, 'GET', '/events', params);
    expect(here.body.events).toMatchObject([{ id: 0, text: 'from the first' }]);
  });

  it('end the older poll of a queue in whichever process it waits', async () => {
    const queue_id = await register();
    const params = { queue_id, last_event_id: -1 };
    const older = first.call(first.owner, 'GET', '/events', params);
    await waitingOn(first, 1);
    const newer = second.call(second.owner, 'GET', '/events', params);
    expect((await older).body).toMatchObject({ result: 'success', events: [] });
    await waitingOn(second, 1);
    await first.emit(note('x'));
    expect((await newer).body.events).toHaveLength(1);
  });

  it('acknowledge heartbeats sent by each other', async () => {
    const queue_id = await register();
    let last_event_id = -1;
    for (let round = 0; round < 4; round++) {
      const t = round % 2 ? first : second;
      const waiting = t.call(t.owner, 'GET', '/events', { queue_id, last_event_id });
      await waitingOn(t, 1);
      t.clock.advance(56_000);
      const [heartbeat] = (await waiting).body.events;
      expect(heartbeat?.type).toBe('heartbeat');
      expect(heartbeat?.id).toBeGreaterThan(last_event_id);
      last_event_id = heartbeat?.id ?? NaN;
    }
    const waiting = first.call(first.owner, 'GET', '/events', { queue_id, last_event_id });
    await waitingOn(first, 1);
    await second.emit(note('after all'));
    expect((await waiting).body.events).toMatchObject([{ text: 'after all' }]);
  });

  it('end a waiting poll when the other process deletes its queue', async () => {
    const queue_id = await register();
    const waiting = first.call(first.owner, 'GET', '/events', { queue_id, last_event_id: -1 });
    await waitingOn(first, 1);
    await second.call(second.owner, 'DELETE', '/events', { queue_id });
    expect((await waiting).body).toMatchObject({ result: 'success', events: [] });
  });

  it('deliver every event once and in order, even if notices are lost', async () => {
    await checkQueueDelivery(first, second, 40);
  }, 120_000);

  it('keep the order of ids when both commit at the same time', async () => {
    const queue_id = await register();
    const total = 200;
    const emitting = Promise.all(
      Array.from({ length: total }, (_, i) => (i % 2 ? first : second).emit(note(String(i)))),
    );
    const seen: unknown[] = [];
    let last_event_id = -1;
    for (let turn = 0; seen.length < total; turn++) {
      const t = turn % 2 ? first : second;
      const reply = await t.call(t.owner, 'GET', '/events', { queue_id, last_event_id });
      for (const event of reply.body.events) {
        expect(event.id).toBeGreaterThan(last_event_id);
        last_event_id = event.id;
        seen.push(event);
      }
    }
    await emitting;
    expect(seen.map((event) => (event as { text: string }).text).sort()).toEqual(
      Array.from({ length: total }, (_, i) => String(i)).sort(),
    );
  });

  it('find committed events even if their notice never arrives', async () => {
    const queue_id = await register();
    const waiting = second.call(second.owner, 'GET', '/events', { queue_id, last_event_id: -1 });
    await waitingOn(second, 1);
    const { store, clock } = first;
    const realm = await findRealm(store.db);
    // Acts like a process that dies between its commit and its notice.
    const statements: SQL[] = [];
    const append: DatabaseStore['append'] = (_tx, given) =>
      void statements.push(...given.statements);
    await store.transaction(async (tx) => {
      appendEvents({ ...store, append }, tx, realm?.id ?? 0, [note('unsaid')], clock);
      for (const statement of statements) await tx.execute(statement);
    });
    second.clock.advance(1_000);
    expect((await waiting).body.events).toMatchObject([{ text: 'unsaid' }]);
  });

  it('acknowledge nothing that a power failure could undo', async () => {
    const { store, clock } = first;
    const realm = await findRealm(store.db);
    // Records the end of the database's log when the events are in it.
    await store.db.execute(sql`create table written (text text, at pg_lsn)`);
    await store.db.execute(sql`create function note_written() returns trigger language plpgsql as $$
      begin
        insert into written values (new.payload ->> 'text', pg_current_wal_insert_lsn());
        return new;
      end $$`);
    await store.db.execute(sql`create constraint trigger written after insert on events
      deferrable initially deferred for each row execute function note_written()`);
    await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const text = `durable ${i}`;
        await store.transaction((tx) =>
          Promise.resolve(appendEvents(store, tx, realm?.id ?? 0, [note(text)], clock)),
        );
        const rows = await queryRows<{ durable: boolean }>(
          store.db,
          sql`select pg_current_wal_flush_lsn() >= at as durable from written where text = ${text}`,
        );
        expect(rows).toEqual([{ durable: true }]);
      }),
    );
  });
});
