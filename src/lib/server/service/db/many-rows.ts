import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { createPauses } from '../pauses';
import { queryRows } from './query-rows';
import type { DrizzleDatabase, DatabaseTransaction } from './store';

/** Name of a list of thousands of whole rows. `combineSelects` leaves its statement alone. */
export const longList = 'long_list';

/**
 * Rows of a statement that returns or changes thousands, in its order. Each is transferred as one
 * JSON array. Times are ISO 8601 strings, int8 are numbers.
 */
export function queryManyRows<Row extends Record<string, unknown>>(
  executor: DrizzleDatabase | DatabaseTransaction,
  columns: readonly (keyof Row & string)[],
  statement: SQL,
): Promise<Row[]> {
  return readManyRows(executor, columns, statement, (row) => row as Row);
}

async function readManyRows<Row>(
  executor: DrizzleDatabase | DatabaseTransaction,
  columns: readonly string[],
  statement: SQL,
  finish: (row: Record<string, unknown>) => Row,
): Promise<Row[]> {
  const list = sql.identifier(columns.length > 3 ? longList : 'many');
  const names = columns.map((name) => sql`${list}.${sql.identifier(name)}`);
  const found = await queryRows<{ row: unknown[] }>(
    executor,
    sql`with ${list} as (${statement}) select json_build_array(${sql.join(names, sql`, `)}) as row from ${list}`,
  );
  const pause = createPauses();
  const rows: Row[] = [];
  for (const { row: values } of found) {
    await pause();
    const row: Record<string, unknown> = {};
    for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i];
    rows.push(finish(row));
  }
  return rows;
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
export function returnManyRows<Table extends PgTable>(
  executor: DrizzleDatabase | DatabaseTransaction,
  table: Table,
  statement: SQL,
): Promise<Table['$inferSelect'][]> {
  const names = Object.values(getTableColumns(table)).map(({ name }) => name);
  return readManyRows(executor, names, statement, (row) => withTimes(table, row));
}

/** A row that the database has encoded as JSON, with times as `Date`, as `select()` returns it. */
export function withTimes<Table extends PgTable, Row extends Record<string, unknown>>(
  table: Table,
  row: Row,
): Row & Table['$inferSelect'] {
  const values: Record<string, unknown> = row;
  for (const key of timesIn(table)) {
    if (values[key] !== null) values[key] = new Date(values[key] as string);
  }
  return row as Row & Table['$inferSelect'];
}

const timesOf = new WeakMap<PgTable, readonly string[]>();

function timesIn(table: PgTable): readonly string[] {
  const known = timesOf.get(table);
  if (known) return known;
  const columns = Object.entries(getTableColumns(table));
  const times = columns.filter(([, { dataType }]) => dataType === 'date').map(([key]) => key);
  timesOf.set(table, times);
  return times;
}
