import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { memoryStore } from '../../../../../tests/support/stores';
import { vacuumAndAnalyze } from '../service';
import { queryRows } from './query-rows';

it('PGlite updates its table statistics for the planner', async () => {
  const store = await memoryStore();
  await store.db.execute(
    sql`insert into realms (string_id, name, date_created) select i::text, 'x', now() from generate_series(1, 50) i`,
  );
  await vacuumAndAnalyze(store);
  const rows = await queryRows(
    store.db,
    sql`select reltuples::int as count from pg_class where relname = 'realms'`,
  );
  expect(rows).toEqual([{ count: 50 }]);
  await store.close();
});
