import type { SQL } from 'drizzle-orm';
import type { Database, Tx } from './store';

/** Rows of a raw statement; the two drivers wrap them differently. Cast int8 and counts in the SQL. */
export async function rowsOf<Row extends Record<string, unknown>>(
  executor: Database | Tx,
  statement: SQL,
): Promise<Row[]> {
  const result: unknown = await executor.execute(statement);
  return (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as Row[];
}
