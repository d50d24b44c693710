import pg from 'pg';
import { registrationFor } from '$lib/api/registration';
import { openStore } from '$lib/server/service/db/open';
import { assembleService } from '$lib/server/service/service';
import { testFiles } from '../support/files';
import { findHistory, writeHistory, type LongHistory } from '../support/long-history';
import { startPostgres } from '../support/postgres';
import { apiRequest, ownerInput } from '../support/service';
import { silentLog } from '../support/silent-log';
import { atMost, quantile, reported, type Figure } from './figures';

const sizes = [100_000, 1_000_000] as const;
const rounds = 15;
/** About 20,000 messages a week. */
const secondsApart = 30;

interface Read {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly fields?: Record<string, unknown>;
  readonly caller?: 'reader' | 'newcomer';
  /** Milliseconds with a million messages, at most. */
  readonly goal?: number;
}

/**
 * What reading costs with 100,000 and with 1,000,000 messages on PostgreSQL, in this process. With
 * `GROWTH_POSTGRES`, the address of a server, the databases stay there for the next run, because
 * writing them takes minutes.
 */
export async function measure(): Promise<Figure[]> {
  const url = process.env.GROWTH_POSTGRES;
  const server = url ? { url, stop: () => Promise.resolve() } : await startPostgres();
  try {
    const few = await measureAt(server.url, sizes[0]);
    const many = await measureAt(server.url, sizes[1]);
    return [...many].flatMap(([name, { time, goal }]) => {
      const before = few.get(name)!.time;
      const full = `growth.${name}`;
      return [
        reported(`${full}.100,000`, before, 'ms'),
        goal === undefined ? reported(full, time, 'ms') : atMost(full, time, 'ms', goal),
        reported(`${full}.ratio`, time / before, '×'),
      ];
    });
  } finally {
    await server.stop();
  }
}

function readsOf({ channel, closedChannel, topic }: LongHistory): Record<string, Read> {
  const messages = (narrow: readonly object[], caller?: Read['caller'], goal = 20): Read => ({
    ...{ method: 'GET', path: '/messages', goal },
    fields: { anchor: 'newest', num_before: 50, num_after: 0, narrow },
    ...(caller && { caller }),
  });
  const of = (operator: string, operand: unknown) => ({ operator, operand });
  const topicsOf = (id: number, caller?: Read['caller']): Read => ({
    ...{ method: 'GET', path: `/users/me/${id}/topics`, goal: 10 },
    ...(caller && { caller }),
  });
  return {
    register: { method: 'POST', path: '/register', fields: registrationFor(true), goal: 150 },
    'topics.open': topicsOf(channel),
    'topics.closed': topicsOf(closedChannel),
    'topics.closed_newcomer': topicsOf(closedChannel, 'newcomer'),
    all: messages([]),
    channel: messages([of('channel', channel)]),
    topic: messages([of('channel', channel), of('topic', topic)]),
    'topic.missing': messages([of('topic', 'no such topic')]),
    ...Object.fromEntries(
      ['link', 'image', 'attachment', 'reaction'].flatMap((what) => [
        [`has_${what}`, messages([of('has', what)])],
        [`has_${what}.newcomer`, messages([of('has', what)], 'newcomer')],
        [`has_${what}.channel`, messages([of('channel', channel), of('has', what)])],
      ]),
    ),
    ...Object.fromEntries(
      ['dm', 'starred', 'mentioned', 'unread', 'resolved', 'followed', 'muted'].map((what) => [
        `is_${what}`,
        messages([of('is', what)]),
      ]),
    ),
    'search.common': messages([of('search', 'harbor')], undefined, 50),
    'search.rare': messages([of('search', 'word4321')]),
    'search.without_spaces': messages([of('search', '墨水')]),
    'search.stop_words': messages([of('search', "don't")]),
    'search.nothing': messages([of('search', 'unfindable')]),
  };
}

/** Median times by name. */
async function measureAt(url: string, count: number) {
  const databaseUrl = await ownDatabase(url, `growth_${count}`);
  const store = await openStore({ dataDir: '', databaseUrl });
  const service = await assembleService(store, {
    ...{ baseUrl: 'http://localhost', log: silentLog, files: testFiles(), rateLimits: null },
  });
  try {
    if (!(await findHistory(store))) {
      const author = await service.createOrganization(ownerInput);
      await writeHistory(store, author, { count, secondsApart, until: Date.now() });
    }
    const history = (await findHistory(store))!;
    const times = new Map<string, { time: number; goal: number | undefined }>();
    for (const [name, read] of Object.entries(readsOf(history))) {
      const { method, path, fields, caller = 'reader', goal } = read;
      const taken: number[] = [];
      for (let round = -3; round < rounds; round++) {
        const request = apiRequest(history[caller], method, path, fields);
        const begin = performance.now();
        const response = await service.handle(request, { address: '198.51.100.1' });
        const text = await response.text();
        const time = performance.now() - begin;
        if (response.status !== 200) throw new Error(`${name}: ${text}`);
        if (round >= 0) taken.push(time);
      }
      times.set(name, { time: quantile(taken, 0.5), goal });
    }
    return times;
  } finally {
    await service.close();
  }
}

/** A database of this name on the server, created if it isn't there. */
async function ownDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${name}`);
  await client.end();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}
