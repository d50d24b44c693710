import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What limits have counted, for all processes together. A row says nothing once its window has ended. */
export const rateCounts = pgTable('rate_counts', {
  /** SHA-256 of what is counted, base64url: names and addresses stand nowhere. */
  id: text('id').primaryKey(),
  count: integer('count').notNull(),
  ends: timestamp('ends', { withTimezone: true }).notNull(),
});
