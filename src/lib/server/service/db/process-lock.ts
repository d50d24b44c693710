import { sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** First key of the two-part advisory locks. The second is the process. */
const lockSpace = 7_466;

/**
 * Run once on a connection that the process keeps open. Other processes see from its lock that it
 * is alive.
 */
export function processLockStatement(self: string) {
  return {
    text: `select pg_advisory_lock_shared(${lockSpace}, hashtext($1))`,
    values: [self],
  };
}

/**
 * Whether the process in a column (`DatabaseStore.self`) no longer has a connection, usually
 * because it was killed. After a power failure of its machine, this is noticed later.
 */
export function isProcessDead(process: AnyColumn): SQL {
  return sql`pg_try_advisory_xact_lock(${sql.raw(String(lockSpace))}, hashtext(${process}))`;
}
