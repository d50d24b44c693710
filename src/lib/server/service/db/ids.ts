import { sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** Largest value of a serial column; the database refuses to compare a larger one. */
const maxRowId = 2_147_483_647;

/** Whether a row could have this id. Ask before a client's number reaches a statement. */
export function isRowId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= maxRowId;
}

/** That an integer column is one of these, as one parameter however many they are. */
export function anyOf(column: AnyColumn | SQL, ids: readonly number[]): SQL {
  return sql`${column} = any(${idArray(ids)})`;
}

/** An array of ids as one parameter. */
export function idArray(ids: readonly number[]): SQL {
  return sql`${`{${ids.join()}}`}::int[]`;
}

/** Each id once, ascending. */
export function uniqueSortedIds(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}
