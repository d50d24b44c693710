import type { SQL } from 'drizzle-orm';
import type { DrizzleDatabase, DatabaseTransaction } from './store';

/**
 * Rows of a raw statement. The two drivers wrap them differently. Cast int8 and counts in the SQL.
 */
export async function queryRows<Row extends Record<string, unknown>>(
  executor: DrizzleDatabase | DatabaseTransaction,
  statement: SQL,
): Promise<Row[]> {
  const result: unknown = await executor.execute(statement);
  return (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as Row[];
}
