import { sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core';
import { queryRows } from '../db/query-rows';
import type { DrizzleDatabase, DatabaseStore, DatabaseTransaction } from '../db/store';
import { consentingPeople, consentingTable, type ArchiveScope } from './scope';
import { archivedTables, type ArchivedTable } from './tables';

/** Rows in memory at a time. */
const batch = 100;

/** The organization at one moment. */
export interface ArchiveSnapshot {
  /** The last id drawn, by table. Null if there was none yet. */
  readonly counters: Readonly<Record<string, number | null>>;
  /** Rows in key order, each as a line of JSON. Call it once per table. */
  rows(table: ArchivedTable): AsyncGenerator<readonly string[], void>;
}

/**
 * Reads an export's content at one moment, while others continue writing. PostgreSQL keeps the
 * moment in a transaction. PGlite has a single connection, on which a long transaction would keep
 * everyone waiting, so it uses cursors that keep their result after the commit.
 */
export async function* openSnapshots(
  store: DatabaseStore,
  scope: ArchiveScope,
): AsyncGenerator<ArchiveSnapshot, void> {
  if (store.kind === 'pglite') {
    try {
      const counters = await store.transaction((tx) => open(tx, scope, true));
      yield { counters, rows: (table) => fetchRows(store.db, table) };
    } finally {
      await closeCursors(store);
    }
    return;
  }
  let finish = () => undefined as void;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let transaction = Promise.resolve();
  const opened = new Promise<ArchiveSnapshot>((resolve, reject) => {
    transaction = store.transaction(async (tx) => {
      const counters = await open(tx, scope, false);
      resolve({ counters, rows: (table) => fetchRows(tx, table) });
      await finished;
    }, 'repeatable read');
    transaction.catch(reject);
  });
  try {
    yield await opened;
  } finally {
    finish();
    await transaction;
  }
}

async function open(
  tx: DatabaseTransaction,
  scope: ArchiveScope,
  hold: boolean,
): Promise<ArchiveSnapshot['counters']> {
  await tx.execute(sql`set local timezone = 'UTC'`);
  if (scope !== 'everything') {
    await tx.execute(
      sql.raw(
        `create temporary table ${consentingTable} on commit drop as ${consentingPeople(scope)}`,
      ),
    );
  }
  for (const table of archivedTables) {
    const columns = archivedColumnsOf(table).map(({ name }) => `t."${name}"`);
    const where = scope === 'everything' || !table.only ? '' : `where ${table.only}`;
    const order = keyOf(table).map((name) => `t."${name}"`);
    await tx.execute(
      sql.raw(
        `declare ${cursorOf(table)} no scroll cursor ${hold ? 'with' : 'without'} hold for
          select row_to_json(r)::text as line from (select ${columns.join()}
            from "${tableNameOf(table)}" t ${where} order by ${order.join()}) r`,
      ),
    );
  }
  return countersOf(tx);
}

async function countersOf(tx: DatabaseTransaction): Promise<ArchiveSnapshot['counters']> {
  const names = JSON.stringify(archivedTables.filter(hasIdCounter).map(tableNameOf));
  const rows = await queryRows<{ name: string; last: number | null }>(
    tx,
    sql`select name, (select last_value::float8 from pg_sequences
        where schemaname || '.' || quote_ident(sequencename)
          = pg_get_serial_sequence(quote_ident(name), 'id')) as last
      from json_array_elements_text(${names}::json) name`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

async function* fetchRows(
  executor: DrizzleDatabase | DatabaseTransaction,
  table: ArchivedTable,
): AsyncGenerator<readonly string[], void> {
  const statement = sql.raw(`fetch forward ${batch} from ${cursorOf(table)}`);
  for (;;) {
    const rows = await queryRows<{ line: string }>(executor, statement);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < batch) return;
  }
}

async function closeCursors({ db }: DatabaseStore): Promise<void> {
  const open = await queryRows<{ name: string }>(
    db,
    sql`select name from pg_cursors where is_holdable and starts_with(name, 'archive_')`,
  );
  for (const { name } of open) await db.execute(sql.raw(`close ${name}`));
}

export const tableNameOf = ({ table }: Pick<ArchivedTable, 'table'>) => getTableConfig(table).name;
const cursorOf = (table: ArchivedTable) => `archive_${tableNameOf(table)}`;

/** The columns that exports contain. */
export function archivedColumnsOf({ table, without = {} }: ArchivedTable): PgColumn[] {
  return getTableConfig(table).columns.filter(({ name }) => !Object.hasOwn(without, name));
}

/** Whether its ids come from a sequence. */
export function hasIdCounter({ table }: ArchivedTable): boolean {
  return getTableConfig(table).columns.some(
    (column) => column.name === 'id' && column.getSQLType() === 'serial',
  );
}

function keyOf({ table }: ArchivedTable): string[] {
  const { columns, primaryKeys } = getTableConfig(table);
  const single = columns.filter(({ primary }) => primary);
  return [...single, ...primaryKeys.flatMap((key) => key.columns)].map(({ name }) => name);
}
