import { sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** Largest value of a serial column. The database throws when comparing with a larger number. */
const maxRowId = 2_147_483_647;

/** Whether a row could have this id. Check a client's numbers before using them in a statement. */
export function isRowId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= maxRowId;
}

/** Condition that an integer column is one of these, with one parameter for any number of ids. */
export function anyOf(column: AnyColumn | SQL, ids: readonly number[]): SQL {
  return sql`${column} = any(${idArray(ids)})`;
}

/** An array of ids, with one parameter. */
export function idArray(ids: readonly number[]): SQL {
  return sql`${`{${ids.join()}}`}::int[]`;
}

/** The distinct ids, ascending. */
export function uniqueSortedIds(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}
