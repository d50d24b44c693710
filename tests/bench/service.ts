import { startPostgres } from '../support/postgres';
import { Inkwell } from '../support/inkwell';
import { addAccounts } from './accounts';
import type { Account } from './accounts';
import { quantile, reported } from './figures';
import type { Figure } from './figures';
import { keyed, load } from './load';

const perAccount = 60;
const calls = 2400;

/** Requests per second for draft calls on the built server, on both stores. */
export async function measure(): Promise<Figure[]> {
  const pglite = await Inkwell.start({ args: ['--sample'] });
  await pglite.stop();
  const pgliteAccounts = await addAccounts({ dataDir: pglite.dataDir }, accountsNeeded);
  await pglite.restart();
  const figures = await measureStore('pglite', pglite, pgliteAccounts);
  await pglite.dispose();

  const database = await startPostgres({ durable: true });
  try {
    const env = { DATABASE_URL: database.url };
    const server = await Inkwell.start({ args: ['--sample'], env });
    const accounts = await addAccounts({ databaseUrl: database.url }, accountsNeeded);
    figures.push(...(await measureStore('postgres', server, accounts)));
    await server.dispose();
  } finally {
    await database.stop();
  }
  return figures;
}

/** Three kinds of call at two numbers of connections, and a warm-up. */
const accountsNeeded = (calls / perAccount) * 7;

async function measureStore(
  store: string,
  server: Inkwell,
  accounts: readonly Account[],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  let used = 0;
  /** New accounts for each run, so none of them comes near its limit. */
  const take = () => accounts.slice(used, (used += calls / perAccount));
  const drafts = `${server.url}/api/v1/drafts`;
  const draft = JSON.stringify({
    type: '',
    to: [],
    topic: '',
    content: 'A draft of an ordinary length. '.repeat(8),
    timestamp: 1_700_000_000,
  });

  await series(1, 200, take(), (account) => keyed(account, 'GET', drafts));
  for (const connections of [1, 32]) {
    const authors = take();
    const ids = new Map<Account, number>();
    const created = await series(connections, calls, authors, (account) =>
      keyed(account, 'POST', drafts, { drafts: `[${draft}]` }),
    );
    for (const account of authors) {
      const reply = await fetch(drafts, { headers: keyed(account, 'GET', drafts).headers });
      const body = (await reply.json()) as { drafts: { id: number }[] };
      ids.set(account, body.drafts[0]?.id ?? 0);
    }
    const edited = await series(connections, calls, authors, (account) =>
      keyed(account, 'PATCH', `${drafts}/${ids.get(account)}`, { draft }),
    );
    const listed = await series(connections, calls, take(), (account) =>
      keyed(account, 'GET', drafts),
    );
    for (const [name, { times, perSecond }] of Object.entries({ created, edited, listed })) {
      const prefix = `service.${store}.${name}.${connections}`;
      figures.push(reported(`${prefix}.rate`, perSecond, 'requests/s'));
      figures.push(reported(`${prefix}.p99`, quantile(times, 0.99), 'ms'));
    }
  }
  return figures;
}

function series(
  connections: number,
  count: number,
  accounts: readonly Account[],
  call: (account: Account) => ReturnType<typeof keyed>,
) {
  return load(connections, count, (index) => {
    const account = accounts[index % accounts.length];
    if (!account) throw new Error('no account left');
    return call(account);
  });
}
