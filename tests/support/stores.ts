import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../../src/lib/server/service/db/open';
import { openStore } from '$lib/server/service/db/open';
import { openFolder, pgliteStore } from '$lib/server/service/db/pglite';
import { PgliteClient } from '$lib/server/service/db/pglite-client';
import type { DatabaseStore } from '$lib/server/service/db/store';
import { createDatabase } from './database';
import { ownFolder } from './storages';

/** Resets a migrated database to how it was after its creation. */
const emptied = `do $$
declare
  name text;
  has_rows boolean;
  filled text[] := '{}';
begin
  for name in select quote_ident(tablename) from pg_tables
    where schemaname = 'public' and tablename <> 'inkwell_migrations'
  loop
    execute 'select exists (select from ' || name || ')' into has_rows;
    if has_rows then filled := filled || name; end if;
  end loop;
  if filled <> '{}' then execute 'truncate ' || array_to_string(filled, ', ') || ' cascade'; end if;
  perform setval(quote_ident(sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null;
end $$`;

/** Stores closed by this process, emptied for reuse, because creating one takes far longer. */
const idle = { clients: [] as PgliteClient[], urls: [] as string[] };

/** An empty store of the type the current project tests: PostgreSQL, or PGlite in memory. */
export function emptyStore(): Promise<DatabaseStore> {
  return inject('postgresUrl') ? serverStore() : memoryStore();
}

/** A migrated, empty PGlite. */
export async function memoryStore(): Promise<DatabaseStore> {
  const client = idle.clients.pop() ?? (await createClient());
  const store = pgliteStore(client);
  let isClosed = false;
  store.onStatement?.(() => {
    if (isClosed) throw new Error('The store is closed.');
  });
  return {
    ...store,
    async close() {
      if (isClosed) return;
      isClosed = true;
      await client.query(emptied);
      idle.clients.push(client);
    },
  };
}

/** The same, not reused afterward: for tests that change the schema. */
export async function ownStore(): Promise<DatabaseStore> {
  if (!inject('postgresUrl')) return pgliteStore(await createClient());
  const { url, drop } = await createDatabase();
  const store = await openStore({ dataDir: '', databaseUrl: url });
  return {
    ...store,
    async close() {
      await store.close();
      await drop();
    },
  };
}

async function serverStore(): Promise<DatabaseStore> {
  const url = idle.urls.pop() ?? (await createDatabase()).url;
  const store = await openStore({ dataDir: '', databaseUrl: url });
  let isClosed = false;
  return {
    ...store,
    async close() {
      // If closed twice, two tests would get the same store.
      if (isClosed) return;
      isClosed = true;
      await store.close();
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(emptied);
      await client.end();
      idle.urls.push(url);
    },
  };
}

let template: Promise<Blob> | undefined;

async function createClient(): Promise<PgliteClient> {
  template ??= readTemplate();
  return PgliteClient.open({ template: await template });
}

/** Cached between runs: initializing a cluster takes seconds, unpacking one a fraction of that. */
async function readTemplate(): Promise<Blob> {
  const folder = 'node_modules/.cache/inkwell';
  const version = createHash('sha256')
    .update(await migrationsText())
    .digest('hex')
    .slice(0, 16);
  const path = `${folder}/template-${version}.tar`;
  const kept = await readFile(path).catch(() => null);
  if (kept) return new Blob([kept]);
  const dataDir = ownFolder();
  const store = await openFolder(dataDir);
  await store.transaction(migrate);
  await store.close();
  const client = await PGlite.create(join(dataDir, 'pgdata'));
  const dump = await client.dumpDataDir('none');
  await client.close();
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.${process.pid}`, Buffer.from(await dump.arrayBuffer()));
  await rename(`${path}.${process.pid}`, path);
  return dump;
}

async function migrationsText(): Promise<string> {
  const folder = 'src/lib/server/service/db/migrations';
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  const { version } = JSON.parse(
    await readFile('node_modules/@electric-sql/pglite/package.json', 'utf8'),
  ) as { version: string };
  return [version, ...names, ...texts].join('\n');
}
