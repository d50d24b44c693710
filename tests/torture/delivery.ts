import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { silentLog } from '../support/silent-log';
import { openService } from '$lib/server/service/service';
import { quantile } from '../bench/figures';
import { testFiles } from '../support/files';
import { startPostgres } from '../support/postgres';
import { Herd } from './herd';
import { Watcher } from './watcher';

const processes = 4;
const channels = 10;
const people = 40;

interface Plan {
  readonly messages: number;
  readonly seconds: number;
  readonly kills: number;
}

const full: Plan = { messages: 5000, seconds: 120, kills: 100 };

/**
 * Kills processes while they send scheduled messages: each message must arrive exactly once.
 * `--share 0.1` runs a tenth of it. Prints a table. Returns false if a message was lost or
 * duplicated.
 */
export async function torture(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...words], options: { share: { type: 'string' } } });
  const share = Number(values.share ?? 1);
  if (!(share > 0 && share <= 1)) throw new Error('--share is a number above 0, at most 1');
  const plan: Plan = {
    // Round up to a multiple of 40: messages are scheduled in parts.
    messages: Math.ceil((full.messages * share) / 40) * 40,
    seconds: Math.ceil(full.seconds * share),
    kills: Math.ceil(full.kills * share),
  };
  const database = await startPostgres({ durable: true });
  try {
    await furnish(database.url);
    const sql = patientPool(database.url);
    const herd = await Herd.start(processes, database.url);
    const watcher = new Watcher(sql);
    try {
      const start = Math.floor(Date.now() / 1000) + 5;
      // Half is scheduled before it begins, the other half while it runs.
      await schedule(sql, plan, start, 0, plan.messages / 2);
      const [killed] = await Promise.all([
        killAround(herd, plan),
        scheduleAlong(sql, plan, start),
        pause(plan.seconds * 500).then(() => database.restart()),
      ]);
      await watcher.until(plan.messages, (plan.seconds + 60) * 1000);
      return report(plan, killed, await watcher.close());
    } finally {
      await herd.stop();
      await sql.end();
    }
  } finally {
    await database.stop();
  }
}

/** Creates an organization with people in channels. */
async function furnish(databaseUrl: string): Promise<void> {
  const service = await openService({
    dataDir: '',
    databaseUrl,
    baseUrl: 'http://localhost',
    log: silentLog,
    files: testFiles(),
  });
  await service.createOrganization({
    name: 'Torture',
    full_name: 'Owner',
    email: 'owner@example.org',
    password: 'a long passphrase',
  });
  await service.close();
  const sql = patientPool(databaseUrl);
  await sql.query(
    `insert into users (realm_id, delivery_email, full_name, date_joined, api_key)
    select 1, 'p' || i || '@example.org', 'Person ' || i, now(), md5(i::text)
    from generate_series(1, $1::int) i`,
    [people],
  );
  await sql.query(
    `insert into streams (realm_id, name, date_created)
    select 1, 'channel ' || i, now() from generate_series(1, $1::int) i`,
    [channels],
  );
  await sql.query(`insert into subscriptions (stream_id, user_id, color)
    select s.id, u.id, '#808080' from streams s, users u
    where not u.is_system_bot and s.id % 4 = u.id % 4`);
  await sql.end();
}

/** A pool that tolerates cut connections. */
function patientPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/**
 * Schedules messages `from` to `to` of the plan as the service stores them. Each half is spread
 * evenly over the whole time. A message's text has its number and its due second. The notification
 * sets the timers of all processes.
 */
async function schedule(
  sql: pg.Pool,
  { messages, seconds }: Plan,
  start: number,
  from: number,
  to: number,
): Promise<void> {
  const half = messages / 2;
  // One statement, so all or nothing.
  await sql.query(
    `with added as (
        insert into scheduled_messages (realm_id, user_id, type, "to", topic, content,
          rendered_content, scheduled_delivery_timestamp, read_by_sender, client)
        select 1, (select min(id) from users where not is_system_bot) + i % ${people}, 'stream',
          array[(select min(id) from streams) + i % ${channels}], 'topic ' || i % 7,
          i || ' ' || due, '', due, true, 'torture'
        from (select i, $1::bigint + (i % ${half}) * ${seconds} / ${half} as due
          from generate_series($2::int, $3::int) i
        ) planned
        returning scheduled_delivery_timestamp as due)
      select pg_notify('inkwell', json_build_object(
        'from', 'torture', 'kind', 'events', 'realm_id', 1, 'due', min(due))::text) from added`,
    [start, from, to - 1],
  );
}

/** Schedules the second half in twenty parts, each a while before it is due. */
async function scheduleAlong(sql: pg.Pool, plan: Plan, start: number): Promise<void> {
  const part = plan.messages / 40;
  for (let from = plan.messages / 2; from < plan.messages; from += part) {
    await again(() => schedule(sql, plan, start, from, from + part));
    await pause((plan.seconds * 1000) / 40);
  }
}

/** Retries a statement that fails while the database restarts. It runs completely or not at all. */
async function again(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch {
      await pause(100);
    }
  }
}

async function killAround(herd: Herd, { kills, seconds }: Plan): Promise<number> {
  let killed = 0;
  for (let turn = 0; killed < kills; turn++) {
    await pause((seconds * 1000) / kills / 1.2);
    if (herd.kill(turn % processes)) killed++;
  }
  return killed;
}

function report(plan: Plan, killed: number, seen: Awaited<ReturnType<Watcher['close']>>): boolean {
  const { arrivals, doubled, failed, waiting } = seen;
  const lost = plan.messages - arrivals.length;
  const lateness = (part: typeof arrivals) => part.map(({ late }) => late);
  const line = (name: string, part: typeof arrivals) => {
    if (part.length === 0) return;
    const figures = [0.5, 0.99, 1].map((q) => String(Math.round(quantile(lateness(part), q))));
    console.log(`${name.padEnd(34)} ${figures.map((each) => each.padStart(8)).join(' ')}`);
  };
  console.log(`${plan.messages} messages in ${plan.seconds} s, ${processes} processes,`);
  console.log(`${killed} x kill -9, 1 restart of PostgreSQL`);
  console.log(
    `\n${'milliseconds late'.padEnd(34)} ${['p50', 'p99', 'max'].map((word) => word.padStart(8)).join(' ')}`,
  );
  line('all', arrivals);
  line(
    'scheduled before the start',
    arrivals.filter(({ index }) => index < plan.messages / 2),
  );
  console.log(`\nlost ${lost}, doubled ${doubled}, failed ${failed}, still waiting ${waiting}`);
  const holds = lost + doubled + failed + waiting === 0;
  console.log(holds ? 'Each arrived exactly once.' : 'NOT each exactly once.');
  return holds;
}
