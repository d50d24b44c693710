import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { queryRows } from './query-rows';
import type { DrizzleDatabase, DatabaseTransaction } from './store';

/**
 * The rows of a statement that finds thousands, changing or not, in its order. They are handed over
 * as one JSON list a column: on the embedded database, single values take five times as long as
 * finding them. Times come as ISO 8601, int8 as numbers.
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

/** Whole rows of a table, as `select()` gives them. */
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

/** Whole rows of a table that a statement finds or makes, as `returning()` gives them. */
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
