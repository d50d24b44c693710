import { sql, type SQL } from 'drizzle-orm';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vacuumAndAnalyze } from '../../src/lib/server/service/service';
import { openStore } from '$lib/server/service/db/open';
import { queryRows } from '$lib/server/service/db/query-rows';
import type { DatabaseStore } from '$lib/server/service/db/store';
import { silentLog } from '../support/silent-log';
import { assembleService, type EmbeddedService } from '$lib/server/service/service';
import { testFiles } from '../support/files';
import { atMost, quantile, reported, type Figure } from './figures';

const rounds = 40;
const anywhere = '198.51.100.1';

/** A request, and the statement that finds the same messages without checks, people or HTML. */
interface Pair {
  readonly name: string;
  readonly narrow: readonly object[];
  readonly bare: SQL;
  /** Highest allowed ratio of the request's time to the statement's. */
  readonly goal: number;
}

/**
 * `GET /messages` of 100 out of 100,000 messages, by narrow and by search, compared with the bare
 * statement.
 */
export async function measure(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-bench-'));
  try {
    const store = await openStore({ dataDir });
    const service = await assembleService(store, {
      baseUrl: 'http://localhost',
      log: silentLog,
      files: testFiles(),
      rateLimits: null,
    });
    try {
      const { accounts } = await service.fillSample('large');
      await vacuumAndAnalyze(store);
      const { email, api_key } = accounts.find(({ file }) => file === 'member')!;
      const authorization = `Basic ${btoa(`${email}:${api_key}`)}`;
      const figures: Figure[] = [];
      for (const pair of await pairs(store, email)) {
        figures.push(...(await compare(service, store, authorization, pair)));
      }
      return figures;
    } finally {
      await service.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Requests about the largest channel, with words that few messages and that very many contain. */
async function pairs({ db }: DatabaseStore, email: string): Promise<Pair[]> {
  const [{ stream_id, recipient_id, user_id } = { stream_id: 0, recipient_id: 0, user_id: 0 }] =
    await queryRows<{ stream_id: number; recipient_id: number; user_id: number }>(
      db,
      sql`select m.stream_id, m.recipient_id, u.id as user_id
        from messages m join subscriptions s on s.stream_id = m.stream_id
        join users u on u.id = s.user_id where u.delivery_email = ${email}
        group by 1, 2, 3 order by count(*) desc limit 1`,
    );
  const words = await queryRows<{ word: string }>(
    db,
    sql`select word from ts_stat(${`select to_tsvector('english', m.topic || ' ' || m.rendered_content)
        from messages m join user_messages um on um.message_id = m.id and um.user_id = ${user_id}
        join streams c on c.id = m.stream_id and not c.invite_only`})
      where word ~ '^[a-z]{3,}$' order by ndoc desc`,
  );
  const common = words[0]!.word;
  const rare = words.at(-1)!.word;
  const mine = sql`left join user_messages um on um.message_id = m.id and um.user_id = ${user_id}`;
  const public_ = sql`m.stream_id in (select id from streams where not invite_only)`;
  const holds = (word: string) =>
    sql`to_tsvector('english', m.topic || ' ' || m.rendered_content) @@ plainto_tsquery('english', ${word})`;
  const newest = sql`order by m.id desc limit 100`;
  return [
    {
      name: 'messages.get_100.channel',
      narrow: [{ operator: 'channel', operand: stream_id }],
      bare: sql`select m.*, um.flags from messages m ${mine} where m.recipient_id = ${recipient_id} ${newest}`,
      goal: 10,
    },
    {
      name: 'messages.get_100.combined',
      narrow: [],
      bare: sql`select m.*, um.flags from user_messages um join messages m on m.id = um.message_id
        where um.user_id = ${user_id} order by um.message_id desc limit 100`,
      goal: 10,
    },
    ...(['common', 'rare'] as const).flatMap((kind) => {
      const word = { common, rare }[kind];
      // Where the statement takes only a millisecond, the rest of the request weighs more.
      const goal = { common: 3, rare: 12 }[kind];
      return [
        {
          name: `search.over_bare.${kind}`,
          narrow: [{ operator: 'search', operand: word }],
          bare: sql`select m.*, um.flags from messages m join user_messages um on um.message_id = m.id
          and um.user_id = ${user_id} where ${holds(word)} ${newest}`,
          goal,
        },
        {
          name: `search.over_bare.public_${kind}`,
          narrow: [
            { operator: 'channels', operand: 'public' },
            { operator: 'search', operand: word },
          ],
          bare: sql`select m.*, um.flags from messages m ${mine}
          where ${public_} and ${holds(word)} ${newest}`,
          goal,
        },
      ];
    }),
  ];
}

async function compare(
  service: EmbeddedService,
  { db }: DatabaseStore,
  authorization: string,
  { name, narrow, bare, goal }: Pair,
): Promise<Figure[]> {
  const query = new URLSearchParams({
    anchor: 'newest',
    num_before: '100',
    num_after: '0',
    narrow: JSON.stringify(narrow),
  });
  const ask = () =>
    service.handle(
      new Request(`http://localhost/api/v1/messages?${query}`, { headers: { authorization } }),
      { address: anywhere },
    );
  const { messages } = (await (await ask()).json()) as { messages: unknown[] };
  const rows = await queryRows(db, bare);
  if (messages.length !== rows.length || rows.length === 0) {
    throw new Error(`${name}: ${messages.length} messages by request, ${rows.length} by statement`);
  }
  const times = { request: [] as number[], bare: [] as number[] };
  for (let round = -5; round < rounds; round++) {
    const begin = performance.now();
    await (await ask()).text();
    const middle = performance.now();
    await queryRows(db, bare);
    if (round < 0) continue;
    times.request.push(middle - begin);
    times.bare.push(performance.now() - middle);
  }
  const [request, statement] = [quantile(times.request, 0.5), quantile(times.bare, 0.5)];
  return [
    reported(`${name}.median`, request, 'ms'),
    reported(`${name}.p99`, quantile(times.request, 0.99), 'ms'),
    atMost(name, request / statement, '×', goal),
  ];
}
