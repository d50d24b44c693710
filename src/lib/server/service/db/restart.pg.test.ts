import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, it } from 'vitest';
import { addChannel } from '../../../../../tests/support/channels';
import { startPostgres } from '../../../../../tests/support/postgres';
import { startTestService } from '../../../../../tests/support/service';
import { startProcess } from '../../../../../tests/support/start-process';
import { Writers } from '../../../../../tests/support/writers';
import { openStore } from './open';
import { queryRows } from './query-rows';

it('a process survives database restarts under load and keeps what it acknowledged', async () => {
  // Uses its own server, so that other tests aren't interrupted.
  const server = await startPostgres();
  const store = await openStore({ dataDir: '', databaseUrl: server.url });
  const t = await startTestService({ store });
  const { url, child } = await startProcess(server.url);
  const database = new pg.Pool({ connectionString: server.url, max: 1 });
  database.on('error', () => undefined);
  try {
    const { id } = await addChannel(t, {}, [t.owner]);
    const author = { email: t.owner.email, key: t.owner.api_key };
    const writers = new Writers([url], [author], id, 14);
    for (const how of ['fast', 'immediate', 'fast', 'immediate'] as const) {
      const before = writers.acknowledged;
      await expect.poll(() => writers.acknowledged).toBeGreaterThan(before + 42);
      await server.restart(how);
      expect(await writers.answer(5_000)).toBeLessThan(5_000);
    }
    await writers.stop();
    expect(child.exitCode).toBeNull();

    const waiting = async () => {
      const [row] = await queryRows<{ count: number }>(
        store.db,
        sql`select count(*)::int as count from scheduled_messages where delivered_message_id is null`,
      );
      return row!.count;
    };
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    expect(await writers.check(async (text) => (await database.query(text)).rows)).toEqual({
      lost: [],
      doubled: [],
    });
  } finally {
    child.kill('SIGKILL');
    await database.end();
    await t.service.close();
    await server.stop();
  }
}, 120_000);
