import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addAccounts, type Account } from '../bench/accounts';
import { Writers } from '../support/writers';
import { Client } from './cluster-client';
import { endSessions, greed, greedyAddress, guess } from './cluster-probes';
import { Reader } from './cluster-reader';
import { Cluster } from './cluster-servers';
import { Uploader } from './cluster-uploads';

const size = 3;
const writing = 12;
const reading = 8;
const uploading = 2;
/** Each can send 200 requests a minute. */
const authors = 200;
/** Milliseconds from one kill to the next. */
const killEvery = 3_500;

/**
 * Runs three processes behind nginx with constant writes, reads and uploads, and kills one of them
 * every few seconds. `--seconds 60` sets the duration. Prints a table. Returns false if something
 * was lost or duplicated, an ended session still worked, a limit was off by more than a tenth, or a
 * client had to retry more than once.
 */
export async function torture(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...words], options: { seconds: { type: 'string' } } });
  const seconds = Number(values.seconds ?? 60);
  if (!(seconds >= 10)) throw new Error('--seconds is a number, at least 10');
  const cluster = await Cluster.start(size);
  const database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 });
  try {
    return await underFire(cluster, database, seconds);
  } finally {
    await database.end();
    await cluster.stop();
  }
}

async function underFire(cluster: Cluster, database: pg.Pool, seconds: number): Promise<boolean> {
  const { url, databaseUrl } = cluster;
  const accounts = await addAccounts({ databaseUrl }, authors + reading + uploading + 60);
  const take = (count: number): Account[] => accounts.splice(0, count);
  const readers = await Promise.all(take(reading).map((account) => Reader.start(url, account)));
  const uploaders = take(uploading).map(
    (account, place) =>
      new Uploader(url, cluster.bucket, account, `lane${place}`, `198.18.0.${place}`),
  );
  const [greedy, visitor] = take(2);
  const guessed = take(50);
  const writers = new Writers([url], accounts, await firstChannel(database), writing);
  const until = Date.now() + seconds * 1000;
  const [, sessions, guesses, ofAccount, ofAddress] = await Promise.all([
    killAround(cluster, until),
    endSessions(cluster, visitor!, until),
    guess(cluster, guessed, until),
    greed(Client.byKey(url, greedy!), '/api/v1/drafts', until),
    greed(greedyAddress(url), '/api/v1/server_settings', until),
    ...uploaders.map((one) => one.run(until)),
  ]);
  await writers.stop();
  const sent = await messagesIn(database);
  const { lost, doubled } = await writers.check(async (text) => (await database.query(text)).rows);
  await Promise.all(readers.map((reader) => reader.until(sent, 30_000)));
  await Promise.all(readers.map((reader) => reader.stop()));

  const missing = readers.flatMap((reader) => reader.missing(sent));
  const problems = [...readers, ...uploaders, sessions, guesses].flatMap((one) => one.problems);
  problems.push(...(await filesTwice(database)));
  const retries = Math.max(writers.maxFailures, ...readers.map((one) => one.client.maxFailures));
  const limits = [ofAccount, ofAddress];
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  console.log(`${size} processes behind nginx, ${seconds} s, ${cluster.kills} x kill -9`);
  console.log(`${writing} writers: ${writers.acknowledged} acknowledged, ${writers.unsure} not`);
  console.log(`  lost ${lost.length}, doubled ${doubled.length}`);
  console.log(`${reading} readers: ${sum(readers.map(({ count }) => count))} messages read`);
  console.log(`  missing ${missing.length}`);
  console.log(`most failures of one client in a row: ${retries}`);
  const mebibytes = Math.round(sum(uploaders.map(({ bytes }) => bytes)) / 1024 / 1024);
  console.log(`${sum(uploaders.map(({ count }) => count))} uploads, ${mebibytes} MiB`);
  const most = Math.max(...uploaders.map(({ maxSent }) => maxSent)).toFixed(2);
  const waited = Math.round(Math.max(...uploaders.map(({ maxWait }) => maxWait)));
  console.log(`  one sent ${most} x its bytes at most, and waited ${waited} ms at most`);
  console.log(`${sessions.count} sessions ended, ${guesses.count} passwords guessed at`);
  for (const { granted, limit } of limits) console.log(`${granted} granted of ${limit} a minute`);
  for (const problem of problems.slice(0, 10)) console.log(`- ${problem}`);
  const isWithin = limits.every(
    ({ granted, limit }) => granted <= limit * 1.1 && granted >= limit * 0.9,
  );
  const none = lost.length + doubled.length + missing.length + problems.length === 0;
  const holds = none && isWithin && retries <= 1;
  console.log(holds ? 'It holds.' : 'It does NOT hold.');
  return holds;
}

async function killAround(cluster: Cluster, until: number): Promise<void> {
  for (let turn = 0; Date.now() < until - killEvery; turn++) {
    await Promise.all([pause(killEvery), cluster.kill(turn % size)]);
  }
}

async function firstChannel(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    'select min(id) as id from streams where not invite_only and not is_archived',
  );
  return rows[0]!.id;
}

/** Waits until all scheduled messages are sent. */
async function messagesIn(database: pg.Pool): Promise<string[]> {
  for (const end = Date.now() + 30_000; Date.now() < end; await pause(250)) {
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::int as count from scheduled_messages
        where delivered_message_id is null and not failed and content like 'text %'`,
    );
    if (rows[0]!.count === 0) break;
  }
  const { rows } = await database.query<{ content: string }>(
    `select content from messages where content like 'text %'`,
  );
  return rows.map(({ content }) => content);
}

async function filesTwice(database: pg.Pool): Promise<string[]> {
  const { rows } = await database.query<{ name: string; count: number }>(
    `select name, count(*)::int as count from attachments where name like 'lane%'
      group by name having count(*) > 1`,
  );
  return rows.map(({ name, count }) => `${name}: ${count} times`);
}
