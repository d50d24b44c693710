import { sql } from 'drizzle-orm';
import { eventQueues } from '../db/schema/events';
import { queryRows } from '../db/query-rows';
import type { DrizzleDatabase } from '../db/store';

/** Changes to a queue since its row was stored. Times are milliseconds since 1970. */
export interface QueueProgress {
  readonly id: string;
  readonly acknowledged: number;
  readonly position: number;
  /**
   * The row's `last_poll` as this process knows it. If the row has a later one, another process
   * stored it.
   */
  readonly known: number;
  readonly last_poll: number;
}

/** Rows per statement, which takes the embedded database a few milliseconds. */
const batch = 500;

/** Stores the progress of many queues. Returns the ids of those that no longer exist. */
export async function storeQueueProgress(
  db: DrizzleDatabase,
  touched: readonly QueueProgress[],
): Promise<string[]> {
  const gone: string[] = [];
  for (let start = 0; start < touched.length; start += batch) {
    const some = touched.slice(start, start + batch);
    const written = await queryRows<{ id: string }>(db, update(some));
    const there = new Set(written.map(({ id }) => id));
    gone.push(...some.flatMap(({ id }) => (there.has(id) ? [] : id)));
  }
  return gone;
}

function update(some: readonly QueueProgress[]) {
  const rows = some.map((row) => ({
    ...row,
    known: new Date(row.known).toISOString(),
    last_poll: new Date(row.last_poll).toISOString(),
  }));
  return sql`
    update ${eventQueues} as queue set
      acknowledged = greatest(queue.acknowledged, row.acknowledged),
      position = greatest(queue.position, row.position),
      last_poll = case when queue.last_poll <= row.known then row.last_poll else queue.last_poll end
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as row(
      id text, acknowledged bigint, position bigint, known timestamptz, last_poll timestamptz
    )
    where queue.id = row.id
    returning queue.id`;
}
