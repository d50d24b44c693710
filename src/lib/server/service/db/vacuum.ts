import { sql } from 'drizzle-orm';
import { queryRows } from './query-rows';
import type { DatabaseStore } from './store';

/**
 * Frees dead rows and counts the tables for the planner. PGlite has nobody who does it; PostgreSQL
 * has autovacuum. One table at a time, so that requests come in between.
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
