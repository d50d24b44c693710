import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timeColumn } from '../columns';

/** Rate limit counts, shared by all processes. A row has no meaning once its window has ended. */
export const rateCounts = pgTable('rate_counts', {
  /** SHA-256 of what is counted, in base64url, so that no names or addresses are stored. */
  id: text('id').primaryKey(),
  count: integer('count').notNull(),
  ends: timeColumn('ends').notNull(),
});
