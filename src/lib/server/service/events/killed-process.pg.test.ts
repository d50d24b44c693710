import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../../../../../tests/support/database';
import {
  apiRequest,
  readReply,
  startTestService,
  type Reply,
  type TestService,
} from '../../../../../tests/support/service';
import { startProcess, type ServiceProcess } from '../../../../../tests/support/start-process';
import { openStore } from '../db/open';
import { eventQueues } from '../db/schema/events';

let t: TestService;
let drop: () => Promise<void>;
let first: ServiceProcess;
let second: ServiceProcess;

beforeAll(async () => {
  const database = await createDatabase();
  drop = database.drop;
  t = await startTestService({
    store: await openStore({ dataDir: '', databaseUrl: database.url }),
  });
  [first, second] = await Promise.all([startProcess(database.url), startProcess(database.url)]);
}, 120_000);

afterAll(async () => {
  for (const { child } of [first, second]) child.kill('SIGKILL');
  await t.service.close();
  await drop();
});

/** Sends a client's request to one of the processes. */
async function call(
  { url }: ServiceProcess,
  method: string,
  path: string,
  params: Record<string, unknown> = {},
): Promise<Reply> {
  const made = apiRequest(t.owner, method, path, params);
  const address = new URL(made.url);
  return readReply(
    await fetch(`${url}${address.pathname}${address.search}`, {
      method,
      headers: made.headers,
      body: method === 'GET' ? null : await made.text(),
    }),
  );
}

/** Waits for the poll: it has started once it sets the queue's last poll into the future. */
async function pollWaits(queue_id: string): Promise<void> {
  const lastPoll = async () => {
    const [queue] = await t.store.db.select().from(eventQueues).where(eq(eventQueues.id, queue_id));
    return queue?.last_poll.getTime();
  };
  await expect.poll(lastPoll).toBeGreaterThan(Date.now());
}

const draft = (content: string) => ({ type: '', to: [], topic: '', content });

it('a queue survives the process that created it', async () => {
  const made = await call(first, 'POST', '/register', { event_types: ['drafts'] });
  const { queue_id } = made.body;
  const elsewhere = call(second, 'GET', '/events', { queue_id, last_event_id: -1 });
  await pollWaits(queue_id);
  await call(first, 'POST', '/drafts', { drafts: [draft('one')] });
  const { events } = (await elsewhere).body;
  expect(events).toMatchObject([{ op: 'add', drafts: [{ content: 'one' }] }]);

  const last_event_id = events[0]?.id ?? -1;
  const cut = call(first, 'GET', '/events', { queue_id, last_event_id });
  const failed = expect(cut).rejects.toThrow();
  await pollWaits(queue_id);
  first.child.kill('SIGKILL');
  await failed;
  await call(second, 'POST', '/drafts', { drafts: [draft('two')] });
  const after = await call(second, 'GET', '/events', { queue_id, last_event_id });
  expect(after.body.events).toMatchObject([{ op: 'add', drafts: [{ content: 'two' }] }]);
});

it('polls wake up again after the database cuts every connection', async () => {
  const made = await call(second, 'POST', '/register', { event_types: ['drafts'] });
  const { queue_id } = made.body;
  const waiting = call(second, 'GET', '/events', { queue_id, last_event_id: -1 });
  await pollWaits(queue_id);
  await t.store.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  // The other process learns of the event through its listening connection, or by reading again
  // once that is back. A first write can fail on a connection that was cut.
  const write = async () =>
    (await t.call(t.owner, 'POST', '/drafts', { drafts: [draft('three')] })).body.result;
  await expect.poll(write).toBe('success');
  expect((await waiting).body.events[0]).toMatchObject({ drafts: [{ content: 'three' }] });
});
