import { PGlite } from '@electric-sql/pglite';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import postgres from 'postgres';

export interface Account {
  readonly email: string;
  readonly key: string;
}

const loadChannel = '(select min(id) from streams where not invite_only and not is_archived)';

/**
 * Adds members to a stopped server's organization, straight in its database. The product limits
 * each account to so many requests a minute; load therefore comes from many accounts. All of them are
 * subscribed to the first public channel.
 */
export async function addAccounts(
  store: { dataDir: string } | { databaseUrl: string },
  count: number,
): Promise<Account[]> {
  const accounts = Array.from({ length: count }, (_, index) => ({
    email: `load${index}@example.org`,
    key: randomBytes(16).toString('hex'),
  }));
  const values = accounts
    .map(({ email, key }) => `((select min(id) from realms), '${email}', 'Load', now(), '${key}')`)
    .join(',');
  const statements = `
    insert into users (realm_id, delivery_email, full_name, date_joined, api_key) values ${values};
    insert into subscriptions (stream_id, user_id, color)
      select ${loadChannel}, id, '#808080' from users where delivery_email like 'load%@example.org';`;
  if ('dataDir' in store) {
    const database = await PGlite.create(join(store.dataDir, 'pgdata'));
    await database.exec(statements);
    await database.close();
  } else {
    const sql = postgres(store.databaseUrl, { max: 1 });
    await sql.unsafe(statements).simple();
    await sql.end();
  }
  return accounts;
}
