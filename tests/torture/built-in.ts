import { PGlite } from '@electric-sql/pglite';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addAccounts, type Account } from '../bench/accounts';
import { Inkwell, withThreadsThatEnd } from '../support/inkwell';
import { Writers } from '../support/writers';

const kills = 30;
const writing = 14;
/** Each account can send 200 requests a minute. */
const authors = 42;
/** Milliseconds for a thread's end to end the process, and for a restarted one to accept writes. */
const longest = 30_000;

/**
 * Kills a process with the built-in database under constant writes, every second time by ending the
 * database's thread, and restarts it. `--share 0.1` runs a tenth of it. Returns false if something
 * acknowledged was lost or duplicated, or the process outlived its database.
 */
export async function torture(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...words], options: { share: { type: 'string' } } });
  const share = Number(values.share ?? 1);
  if (!(share > 0 && share <= 1)) throw new Error('--share is a number above 0, at most 1');
  const count = Math.ceil(kills * share);
  const server = await Inkwell.start({ args: ['--sample'], node: withThreadsThatEnd });
  try {
    await server.stop();
    const accounts = await addAccounts(server, authors);
    const channel = await ask(server, 'select min(id) as id from streams where not invite_only');
    await server.restart();
    const writers = new Writers([server.url], accounts, channel[0]!.id as number, writing);
    let outlived = 0;
    for (let turn = 0; turn < count; turn++) {
      if ((await writers.answer(longest)) > longest) throw new Error('nothing is written');
      await pause(2000);
      if (turn % 2 === 0) await server.kill();
      else {
        const code = await Promise.race([server.end('SIGUSR2'), pause(longest, 'none')]);
        if (code !== 1 || !server.output.includes('database has crashed')) {
          outlived++;
          await server.kill();
        }
      }
      await server.restart();
    }
    await writers.stop();
    await delivered(server, accounts);
    await server.stop();
    const { lost, doubled } = await writers.check((text) => ask(server, text));
    console.log(`${count} kills, ${writing} writers`);
    console.log(`${writers.acknowledged} acknowledged, ${writers.unsure} without an answer`);
    console.log(`processes that outlived their database: ${outlived}`);
    console.log(`lost ${lost.length}, doubled ${doubled.length}`);
    const holds = outlived + lost.length + doubled.length === 0;
    console.log(holds ? 'It holds.' : `It does NOT hold. ${[...lost, ...doubled].slice(0, 5)}`);
    return holds;
  } finally {
    await server.dispose();
  }
}

/** Reads the database of a stopped server. */
async function ask({ dataDir }: Inkwell, text: string): Promise<Record<string, unknown>[]> {
  const database = await PGlite.create(join(dataDir, 'pgdata'));
  const { rows } = await database.query<Record<string, unknown>>(text);
  await database.close();
  return rows;
}

/** Resolves when none of the scheduled messages is waiting anymore. */
async function delivered({ url }: Inkwell, accounts: readonly Account[]): Promise<void> {
  for (const { email, key } of accounts) {
    for (;;) {
      const response = await fetch(`${url}/api/v1/scheduled_messages`, {
        headers: { authorization: `Basic ${btoa(`${email}:${key}`)}` },
      });
      const body = (await response.json()) as { scheduled_messages?: unknown[] };
      if (body.scheduled_messages?.length === 0) break;
      await pause(500);
    }
  }
}
