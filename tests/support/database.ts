import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';

/** An empty database on the run's server; give it back with `drop`. Only in `*.pg.test.ts`. */
export async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject('postgresUrl');
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await asAdministrator(server, (sql) => sql`create database ${sql(name)}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => asAdministrator(server, (sql) => sql`drop database ${sql(name)} with (force)`),
  };
}

async function asAdministrator(
  url: string,
  work: (sql: postgres.Sql) => Promise<unknown>,
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
