import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { queryRows } from '$lib/server/service/db/query-rows';
import type { DatabaseStore } from '$lib/server/service/db/store';

const migrations = 'src/lib/server/service/db/migrations';
/** The marker that Drizzle puts between statements. */
const breakpoint = '\n--> statement-breakpoint\n';

/** The database as SQL: today's migrations, then all rows. */
export async function dumpOf({ db }: DatabaseStore): Promise<string> {
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort();
  const steps = await Promise.all(names.map((name) => readFile(`${migrations}/${name}`, 'utf8')));
  const rows: string[] = [];
  for (const table of await tablesOf(db)) {
    const [read] = await queryRows<{ rows: string | null }>(
      db,
      sql`select json_agg(t)::text as rows from ${sql.identifier(table)} t`,
    );
    if (!read?.rows) continue;
    rows.push(
      `insert into "${table}" overriding system value select * from json_populate_recordset(null::"${table}", ${quoted(read.rows)});`,
    );
  }
  const sequences = await queryRows<{ name: string; last: string }>(
    db,
    sql`select sequencename::text as name, last_value::text as last from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
  );
  return [
    ...steps.map((text) => text.trim()),
    'create table inkwell_migrations (tag text primary key, applied timestamptz not null default now());',
    // Rows are ordered by table name, so foreign keys can point to later rows.
    'set local session_replication_role = replica;',
    ...rows,
    ...sequences.map(({ name, last }) => `select setval('${name}', ${last});`),
    'set local session_replication_role = origin;\n',
  ].join(breakpoint);
}

/** Replaces the store's content with the dumped database. */
export async function restore(store: DatabaseStore, dump: string): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.execute(sql`drop schema public cascade`);
    await tx.execute(sql`create schema public`);
    for (const statement of dump.split('--> statement-breakpoint')) {
      await tx.execute(sql.raw(statement));
    }
  });
}

/** Names of tables without a row. */
export async function emptyTables({ db }: DatabaseStore): Promise<string[]> {
  const empty: string[] = [];
  for (const table of await tablesOf(db)) {
    const rows = await queryRows(db, sql`select 1 from ${sql.identifier(table)} limit 1`);
    if (rows.length === 0) empty.push(table);
  }
  return empty;
}

async function tablesOf(db: DatabaseStore['db']): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(
    db,
    sql`select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
