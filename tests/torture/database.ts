import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addAccounts } from '../bench/accounts';
import { quantile } from '../bench/figures';
import { Inkwell } from '../support/inkwell';
import { startPostgres } from '../support/postgres';
import { Writers } from '../support/writers';

const restarts = 30;
const writing = 14;
/** Each account can send 200 requests a minute. */
const authors = 42;
/** Milliseconds within which both processes must accept writes again. */
const longest = 5_000;

/**
 * Restarts PostgreSQL, every second time as after a crash, under two processes with constant
 * writes. `--share 0.1` runs a tenth of it. Prints a table. Returns false if a process ended,
 * something acknowledged was lost or duplicated, or a process took too long to answer again.
 */
export async function torture(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...words], options: { share: { type: 'string' } } });
  const share = Number(values.share ?? 1);
  if (!(share > 0 && share <= 1)) throw new Error('--share is a number above 0, at most 1');
  const count = Math.ceil(restarts * share);
  const server = await startPostgres({ durable: true });
  const database = patientPool(server.url);
  const env = { DATABASE_URL: server.url, SESSION_SECRET: 's'.repeat(32) };
  const processes: Inkwell[] = [];
  try {
    processes.push(await Inkwell.start({ env, args: ['--sample'] }));
    processes.push(await Inkwell.start({ env }));
    const pids = processes.map(({ pid }) => pid);
    const accounts = await addAccounts({ databaseUrl: server.url }, authors);
    const urls = processes.map(({ url }) => url);
    const writers = new Writers(urls, accounts, await firstChannel(database), writing);
    const back: number[] = [];
    for (let turn = 0; turn < count; turn++) {
      await writers.answer(longest);
      await pause(500);
      await server.restart(turn % 2 === 0 ? 'fast' : 'immediate');
      back.push(await writers.answer(60_000));
    }
    await writers.stop();
    await delivered(database);
    const same = processes.every(({ pid, isRunning }, index) => isRunning && pid === pids[index]);
    const { lost, doubled } = await writers.check(
      async (text) => (await database.query(text)).rows,
    );
    console.log(`${count} restarts, ${writing} writers, ${processes.length} processes`);
    console.log(`${writers.acknowledged} acknowledged, ${writers.unsure} without an answer`);
    const times = [0.5, 1].map((q) => Math.round(quantile(back, q)));
    console.log(`both wrote again after ${times[0]} ms (median), ${times[1]} ms (longest)`);
    console.log(`the same processes: ${same ? 'yes' : 'NO'}`);
    console.log(`lost ${lost.length}, doubled ${doubled.length}`);
    const holds = same && lost.length + doubled.length === 0 && Math.max(...back) <= longest;
    console.log(holds ? 'It holds.' : `It does NOT hold. ${[...lost, ...doubled].slice(0, 5)}`);
    return holds;
  } finally {
    for (const each of processes) await each.dispose();
    await database.end();
    await server.stop();
  }
}

/** A pool that tolerates cut connections. */
function patientPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1 });
  pool.on('error', () => undefined);
  return pool;
}

async function firstChannel(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    'select min(id) as id from streams where not invite_only and not is_archived',
  );
  return rows[0]!.id;
}

/** Resolves when no message is due anymore, or after the timeout. */
async function delivered(database: pg.Pool): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::int as count from scheduled_messages where delivered_message_id is null
        and not failed and scheduled_delivery_timestamp < extract(epoch from now()) + 60`,
    );
    if (rows[0]!.count === 0 || Date.now() > end) return;
    await pause(250);
  }
}
