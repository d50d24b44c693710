import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { queryRows } from './query-rows';
import type { DrizzleDatabase, DatabaseTransaction } from './store';

/**
 * Rows of a statement that returns or changes thousands, in its order. Each column is transferred
 * as one JSON array: on the embedded database, single values take five times as long as finding
 * them. Times are ISO 8601 strings, int8 are numbers.
 */
export async function queryManyRows<Row extends Record<string, unknown>>(
  executor: DrizzleDatabase | DatabaseTransaction,
  columns: readonly (keyof Row & string)[],
  statement: SQL,
): Promise<Row[]> {
  const lists = columns.map(
    (name) => sql`json_agg(many.${sql.identifier(name)}) as ${sql.identifier(name)}`,
  );
  const [found] = await queryRows<Record<string, unknown[] | null>>(
    executor,
    sql`with many as (${statement}) select ${sql.join(lists, sql`, `)} from many`,
  );
  const values = columns.map((name) => found![name]);
  return (values[0] ?? []).map((_, at) => {
    const row: Record<string, unknown> = {};
    for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i]![at];
    return row as Row;
  });
}

/** Whole rows of a table, in the form that `select()` returns. */
export function selectManyRows<Table extends PgTable>(
  executor: DrizzleDatabase | DatabaseTransaction,
  table: Table,
  where: SQL | undefined,
  order?: SQL,
): Promise<Table['$inferSelect'][]> {
  return returnManyRows(
    executor,
    table,
    sql`select * from ${table} where ${where ?? sql`true`} ${order ? sql`order by ${order}` : sql``}`,
  );
}

/**
 * Whole rows of a table that a statement selects or changes, in the form that `returning()`
 * returns.
 */
export async function returnManyRows<Table extends PgTable>(
  executor: DrizzleDatabase | DatabaseTransaction,
  table: Table,
  statement: SQL,
): Promise<Table['$inferSelect'][]> {
  const columns = Object.entries(getTableColumns(table));
  const times = columns.filter(([, { dataType }]) => dataType === 'date').map(([key]) => key);
  const rows = await queryManyRows(
    executor,
    columns.map(([, { name }]) => name),
    statement,
  );
  for (const row of rows) {
    for (const key of times) if (row[key] !== null) row[key] = new Date(row[key] as string);
  }
  return rows as Table['$inferSelect'][];
}
