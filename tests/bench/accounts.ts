import { PGlite } from '@electric-sql/pglite';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';

export interface Account {
  readonly email: string;
  readonly key: string;
}

type Stored = { readonly dataDir: string } | { readonly databaseUrl: string };

const loadChannel = '(select min(id) from streams where not invite_only and not is_archived)';

/**
 * Adds members to a stopped server's organization, directly in its database. The service limits
 * requests per minute and account, so load has to come from many accounts. All of them are
 * subscribed to the first public channel.
 */
export async function addAccounts(
  store: Stored,
  count: number,
  nameOf: (at: number) => string = () => 'Load',
): Promise<Account[]> {
  const accounts = Array.from({ length: count }, (_, index) => ({
    email: `load${index}@example.org`,
    key: randomBytes(16).toString('hex'),
  }));
  const values = accounts
    .map(
      ({ email, key }, at) =>
        `((select min(id) from realms), '${email}', '${nameOf(at)}', now(), '${key}')`,
    )
    .join(',');
  const statements = `
    insert into users (realm_id, delivery_email, full_name, date_joined, api_key) values ${values};
    insert into subscriptions (stream_id, user_id, color)
      select ${loadChannel}, id, '#808080' from users where delivery_email like 'load%@example.org';`;
  await run(store, statements);
  return accounts;
}

/**
 * Creates event queues for messages at the end of the log, `each` for every account of
 * `addAccounts`.
 */
export async function addQueues(store: Stored, each: number): Promise<string[]> {
  const rows = (await run(
    store,
    `insert into event_queues
      (id, realm_id, user_id, event_types, client, base_id, position, created, last_poll)
      select gen_random_uuid()::text, realm_id, users.id, '{message}', 'load', head, head, now(), now()
      from users, generate_series(1, ${each}),
        (select coalesce(max(id), 0) as head from events) as log
      where delivery_email like 'load%@example.org' order by users.id
      returning id`,
  )) as { id: string }[];
  return rows.map(({ id }) => id);
}

/** Returns the rows of the last statement. */
async function run(store: Stored, statements: string): Promise<unknown[]> {
  if ('dataDir' in store) {
    const database = await PGlite.create(join(store.dataDir, 'pgdata'));
    const results = await database.exec(statements);
    await database.close();
    return results.at(-1)?.rows ?? [];
  }
  const client = new pg.Client({ connectionString: store.databaseUrl });
  await client.connect();
  const results: unknown = await client.query(statements);
  await client.end();
  return (Array.isArray(results) ? results : [results]).at(-1)?.rows ?? [];
}
