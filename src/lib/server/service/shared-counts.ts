import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { queryRows } from './db/query-rows';
import { rateCounts } from './db/schema/rate-counts';
import type { DrizzleDatabase } from './db/store';

/** A count, and when its window ends (milliseconds since 1970). */
export interface WindowCount {
  readonly key: string;
  readonly count: number;
  readonly ends: number;
}

/**
 * Adds to windows that still run and starts new ones, in one statement that doesn't wait for the
 * disk. Returns the current totals by key. Keys must be distinct.
 */
export async function addWindowCounts(
  db: DrizzleDatabase,
  counts: readonly WindowCount[],
  now: number,
): Promise<ReadonlyMap<string, Omit<WindowCount, 'key'>>> {
  const keyOf = new Map(counts.map(({ key }) => [idOf(key), key]));
  // The same order everywhere, so that two statements can't deadlock.
  const rows = counts
    .map(({ key, count, ends }) => ({ id: idOf(key), count, ends }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const added = await queryRows<{ id: string; count: number; ends: string }>(
    db,
    sql`
      with hurried as materialized (select set_config('synchronous_commit', 'off', true))
      insert into ${rateCounts} as known (id, count, ends)
      select id, count, to_timestamp(ends / 1000.0)
      from hurried, json_to_recordset(${JSON.stringify(rows)}::text::json)
        as row(id text, count integer, ends bigint)
      on conflict (id) do update set
        count = excluded.count + case when known.ends > ${atOf(now)} then known.count else 0 end,
        ends = case when known.ends > ${atOf(now)} then known.ends else excluded.ends end
      returning id, count, (extract(epoch from ends) * 1000)::bigint::text as ends`,
  );
  return new Map(
    added.map(({ id, count, ends }) => [keyOf.get(id)!, { count, ends: Number(ends) }]),
  );
}

export async function removeWindowCount(db: DrizzleDatabase, key: string): Promise<void> {
  await db.delete(rateCounts).where(eq(rateCounts.id, idOf(key)));
}

export async function sweepWindowCounts(db: DrizzleDatabase, now: number): Promise<void> {
  await db.delete(rateCounts).where(lt(rateCounts.ends, new Date(now)));
}

function atOf(now: number) {
  return sql`${new Date(now).toISOString()}::timestamptz`;
}

function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
