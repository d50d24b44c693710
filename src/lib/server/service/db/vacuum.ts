import { sql } from 'drizzle-orm';
import { queryRows } from './query-rows';
import type { DatabaseStore } from './store';

/**
 * Frees dead rows and updates the planner's statistics. PGlite doesn't do this itself; PostgreSQL
 * has autovacuum. Handles one table at a time, so that requests can run in between.
 */
export async function vacuumAndAnalyze({ kind, db }: DatabaseStore): Promise<void> {
  if (kind !== 'pglite') return;
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) {
    await db.execute(sql`vacuum (analyze) ${sql.identifier(name)}`);
  }
}
