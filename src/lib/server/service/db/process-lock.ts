import { sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** First key of the two-part advisory locks; the second is the process. */
const lockSpace = 7_466;

/** Asked once on a connection that a process keeps: the others see by its lock that it lives. */
export function processLockStatement(self: string) {
  return {
    text: `select pg_advisory_lock_shared(${lockSpace}, hashtext($1))`,
    values: [self],
  };
}

/**
 * Whether the process that a column names (`Store.self`) keeps no connection any more, most often
 * because it was killed. A machine that lost its power is noticed later.
 */
export function isProcessDead(process: AnyColumn): SQL {
  return sql`pg_try_advisory_xact_lock(${sql.raw(String(lockSpace))}, hashtext(${process}))`;
}
