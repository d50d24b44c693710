import { PGlite } from '@electric-sql/pglite';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Inkwell } from '../support/inkwell';
import { addAccounts, type Account } from './accounts';
import { atMost, quantile, reported, type Figure } from './figures';
import { keyed, send } from './load';

const backlog = 10_000;
/** Messages sent per second, for `seconds` seconds. */
const perSecond = 100;
const seconds = 10;
/** Number of authors, who also receive the messages. One more account watches. */
const people = 20;
/** Number of accounts that send requests while the backlog drains, each well below its limit. */
const callers = 40;
const callEvery = 25;
/**
 * Milliseconds between polls: in a backlog every batch ends a poll, and an account can send 200
 * requests a minute.
 */
const pollEvery = 350;
/** Seconds until the first message is due: the server must have restarted by then. */
const startWithin = 30;

/**
 * Measures lateness without a backlog, and draining a backlog with concurrent requests, on the
 * built server with PGlite.
 */
export async function measure(): Promise<Figure[]> {
  const server = await Inkwell.start({ args: ['--sample'] });
  const agent = new Agent({ keepAlive: true });
  try {
    await server.stop();
    const accounts = await addAccounts({ dataDir: server.dataDir }, people + 1 + callers);
    const bare = await furnish(server.dataDir);
    const lateFrom = Math.ceil(Date.now() / 1000) + startWithin;
    const drainFrom = lateFrom + seconds + 10;
    await schedule(server.dataDir, `${lateFrom} + i / ${perSecond}`, perSecond * seconds);
    await schedule(server.dataDir, `${drainFrom}`, backlog);
    await server.restart();
    if (Date.now() > (lateFrom - 2) * 1000) throw new Error('the server starts too slowly');
    const watcher = accounts[people]!;
    const late = await watch(server, agent, watcher, perSecond * seconds);
    const calls = accounts.slice(people + 1);
    const idle = await callUntil(server, agent, calls, () => Date.now() > drainFrom * 1000 - 2_000);
    let done = false;
    const [drained, busy] = await Promise.all([
      watch(server, agent, watcher, backlog, pollEvery).finally(() => (done = true)),
      pause(drainFrom * 1000 - Date.now()).then(() => callUntil(server, agent, calls, () => done)),
    ]);
    const drain = Math.max(...drained);
    return [
      reported('delivery.lateness_p50', quantile(late, 0.5), 'ms'),
      atMost('delivery.lateness_p99', quantile(late, 0.99), 'ms', 250),
      reported('delivery.drain', drain, 'ms'),
      reported('delivery.insert', bare, 'ms'),
      atMost('delivery.drain_over_insert', drain / bare, '×', 5),
      reported('delivery.requests_p99_idle', quantile(idle, 0.99), 'ms'),
      atMost('delivery.requests_p99', quantile(busy, 0.99), 'ms', 100),
    ];
  } finally {
    agent.destroy();
    await server.dispose();
  }
}

/** The channel of `addAccounts`, with fewer subscribers. */
const channel = '(select min(id) from streams where not invite_only and not is_archived)';

/**
 * Keeps only the authors and the watcher in the channel. Measures the minimum that a backlog costs:
 * its messages with their receipts and events, one by one, 100 per transaction, rolled back
 * immediately.
 */
async function furnish(dataDir: string): Promise<number> {
  const database = await PGlite.create(join(dataDir, 'pgdata'));
  await database.exec(`delete from subscriptions where stream_id = ${channel};
    insert into subscriptions (stream_id, user_id, color) select ${channel}, id, '#808080'
      from users where delivery_email like 'load%@example.org' order by id limit ${people + 1};
    insert into recipients (realm_id, stream_id) select realm_id, id from streams
      where id = ${channel} on conflict do nothing;`);
  const { rows } = await database.query<{ first: number }>('select max(id) as first from messages');
  const begin = performance.now();
  for (let start = 0; start < backlog; start += 100) {
    await database.transaction(async (tx) => {
      for (let i = start; i < start + 100; i++) {
        const made = await tx.query<{ id: number }>(
          `insert into messages (realm_id, sender_id, recipient_id, stream_id, topic, content,
            rendered_content, date_sent, client)
          select s.realm_id, (select max(id) from users), r.id, s.id, 'bare', $1, $1, now(), 'bench'
          from streams s join recipients r on r.stream_id = s.id where s.id = ${channel}
          returning id`,
          [`text ${i}`],
        );
        const id = made.rows[0]!.id;
        await tx.query(
          `insert into user_messages (user_id, message_id, flags)
            select user_id, $1::int, '{}' from subscriptions where stream_id = ${channel}`,
          [id],
        );
        await tx.query(
          `insert into events (realm_id, type, payload, created)
            values ((select min(id) from realms), 'message', $1, now())`,
          [JSON.stringify({ type: 'message', message: { id, content: `text ${i}` } })],
        );
      }
    });
  }
  const time = performance.now() - begin;
  await database.exec(`delete from messages where id > ${rows[0]!.first ?? 0};
    delete from events;`);
  await database.exec('vacuum analyze');
  await database.close();
  return time;
}

/**
 * Schedules messages by the first accounts in turn. `due` is SQL over the row's number `i`, from 0.
 */
async function schedule(dataDir: string, due: string, count: number): Promise<void> {
  const database = await PGlite.create(join(dataDir, 'pgdata'));
  await database.exec(`insert into scheduled_messages (realm_id, user_id, type, "to", topic, content,
      rendered_content, scheduled_delivery_timestamp, read_by_sender, client)
    select u.realm_id, u.id, 'stream', array[${channel}], 'topic ' || i % 7,
      (${due})::text || ' An ordinary *message* of an ordinary length.', '', ${due}, true, 'bench'
    from generate_series(0, ${count - 1}) i join
      (select realm_id, id, row_number() over (order by id) - 1 as place
        from users where delivery_email like 'load%@example.org') u on u.place = i % ${people}`);
  await database.close();
}

/**
 * Milliseconds from the due time, which each text starts with, until the account receives the
 * event.
 */
async function watch(
  server: Inkwell,
  agent: Agent,
  account: Account,
  count: number,
  restBetween = 0,
): Promise<number[]> {
  const url = `${server.url}/api/v1`;
  const ask = async <T>(method: string, path: string, fields: Record<string, string>) => {
    const query = method === 'GET' ? `?${new URLSearchParams(fields)}` : '';
    const { status, text } = await send(keyed(account, method, url + path + query, fields), agent);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  };
  const fields = { event_types: '["message"]', apply_markdown: 'false' };
  const queue = await ask<{ queue_id: string; last_event_id: number }>('POST', '/register', fields);
  const late: number[] = [];
  for (let last_event_id = queue.last_event_id; late.length < count;) {
    const { events } = await ask<{
      events: { id: number; type: string; message?: { content: string } }[];
    }>('GET', '/events', { queue_id: queue.queue_id, last_event_id: String(last_event_id) });
    const now = Date.now();
    for (const { id, message } of events) {
      last_event_id = id;
      if (message) late.push(now - Number.parseInt(message.content, 10) * 1000);
    }
    await pause(restBetween);
  }
  return late;
}

/** Milliseconds of requests that start at a steady pace, whether or not the last was answered. */
async function callUntil(
  server: Inkwell,
  agent: Agent,
  accounts: readonly Account[],
  isOver: () => boolean,
): Promise<number[]> {
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  let trouble: Error | undefined;
  for (let i = 0; !isOver(); i++) {
    const call = keyed(accounts[i % accounts.length]!, 'GET', `${server.url}/api/v1/drafts`);
    const begin = performance.now();
    calls.push(
      send(call, agent).then(
        ({ status, text }) => {
          if (status !== 200) trouble = new Error(`request: ${status} ${text}`);
          times.push(performance.now() - begin);
        },
        (error: Error) => void (trouble = error),
      ),
    );
    await pause(callEvery);
  }
  await Promise.all(calls);
  if (trouble) throw trouble;
  return times;
}
