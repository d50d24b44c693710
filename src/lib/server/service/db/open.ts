import { openFolder } from './pglite';
import { openPostgres } from './postgres';
import type { DatabaseStore, DatabaseTransaction } from './store';
import { sql } from 'drizzle-orm';
import { StartFailure } from '../start-failure';
import journal from './migrations/meta/_journal.json';
import { queryRows } from './query-rows';

// Bundled as text, because the built server has no migrations folder.
const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * An arbitrary fixed number. Processes that start on one database at the same time wait for this
 * lock.
 */
const lockKey = 7_465_107;

/** Updates the schema inside `tx`. Safe to run in several processes at the same time. */
export async function migrate(tx: DatabaseTransaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
  await tx.execute(
    sql`create table if not exists inkwell_migrations (tag text primary key, applied timestamptz not null default now())`,
  );
  const rows = await queryRows<{ tag: string }>(tx, sql`select tag from inkwell_migrations`);
  const applied = new Set(rows.map(({ tag }) => tag));
  const known = journal.entries.map(({ tag }) => tag);
  const foreign = [...applied].find((tag) => !known.includes(tag));
  if (foreign && !applied.has(known[0]!)) {
    throw new StartFailure(
      'unreleased',
      `The database was made by Inkwell while it was being developed (migration ${foreign}), and cannot be taken over. Delete it, or choose another with DATA_DIR or DATABASE_URL.`,
    );
  }
  if (foreign) {
    throw new StartFailure(
      'too-new',
      `The database was made by a newer Inkwell (migration ${foreign}). Start that version, or use another database.`,
    );
  }
  for (const tag of known) {
    if (applied.has(tag)) continue;
    const text = files[`./migrations/${tag}.sql`];
    if (text === undefined) throw new Error(`migration ${tag} is in the journal but has no file`);
    for (const statement of text.split('--> statement-breakpoint')) {
      await tx.execute(sql.raw(statement));
    }
    await tx.execute(sql`insert into inkwell_migrations (tag) values (${tag})`);
  }
}

/** Opens the database and updates its schema. Throws `StartFailure`. */
export async function openStore(options: {
  dataDir: string;
  databaseUrl?: string | undefined;
}): Promise<DatabaseStore> {
  const store = options.databaseUrl
    ? await openPostgres(options.databaseUrl)
    : await openFolder(options.dataDir);
  try {
    await store.transaction(migrate);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
