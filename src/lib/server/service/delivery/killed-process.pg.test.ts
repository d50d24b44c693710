import { sql } from 'drizzle-orm';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addChannel } from '../../../../../tests/support/channels';
import { createDatabase } from '../../../../../tests/support/database';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import { startProcess } from '../../../../../tests/support/start-process';
import { openStore } from '../db/open';
import { queryRows } from '../db/query-rows';

let t: TestService;
let drop: () => Promise<void>;
let databaseUrl: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  const database = await createDatabase();
  ({ drop, url: databaseUrl } = database);
  // This service's clock is set years ago, so it sends nothing itself.
  t = await startTestService({ store: await openStore({ dataDir: '', databaseUrl }) });
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await t.service.close();
  await drop();
});

async function start(): Promise<ChildProcess> {
  const { child } = await startProcess(databaseUrl);
  running.add(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  running.delete(child);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

it('sends every message exactly once when processes are killed while sending', async () => {
  const { id } = await addChannel(t, {}, [t.owner]);
  const total = 300;
  // Slows down each insert, so that a kill hits a half-finished batch.
  await t.store.db.execute(sql`create function dawdle() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.002); return new; end $$`);
  await t.store.db.execute(
    sql`create trigger dawdle before insert on messages for each row execute function dawdle()`,
  );
  await t.store.db.execute(sql`insert into scheduled_messages
    (realm_id, user_id, type, "to", topic, content, rendered_content,
      scheduled_delivery_timestamp, read_by_sender, client)
    select 1, ${t.owner.user_id}::int, 'stream', array[${id}::int], 'x', 'text ' || i, '',
      extract(epoch from now())::bigint - 60, true, 'test'
    from generate_series(1, ${total}::int) i`);
  const sent = async () => {
    const [row] = await queryRows<{ count: number }>(
      t.store.db,
      sql`select count(*)::int as count from messages where stream_id = ${id}`,
    );
    return row!.count;
  };

  let [victim, survivor] = await Promise.all([start(), start()]);
  for (const part of [0.2, 0.5]) {
    const options = { timeout: 60_000, interval: 5 };
    await expect.poll(sent, options).toBeGreaterThan(total * part);
    await kill(victim);
    [victim, survivor] = [survivor, await start()];
  }
  await expect.poll(sent, { timeout: 60_000 }).toBe(total);

  const [counts] = await queryRows<Record<string, number>>(
    t.store.db,
    sql`select
      (select count(distinct content)::int from messages where stream_id = ${id}) as texts,
      (select count(*)::int from scheduled_messages where delivered_message_id is not null) as ended,
      (select count(*)::int from events where type = 'message') as arrivals,
      (select count(*)::int from events where type = 'scheduled_messages'
        and payload ->> 'op' = 'remove') as removals`,
  );
  expect(counts).toEqual({ texts: total, ended: total, arrivals: total, removals: total });
}, 180_000);
