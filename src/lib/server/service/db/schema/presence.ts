import { bigint, index, integer, pgTable } from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { realms } from './realms';
import { users } from './users';

/** When a user was last seen, across all their clients. */
export const presences = pgTable(
  'presences',
  {
    user_id: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    realm_id: parentId('realm_id', () => realms.id),
    /** Null if they have only ever been idle. */
    last_active: timeColumn('last_active'),
    last_connected: timeColumn('last_connected').notNull(),
    /** From the organization's counter. Each write draws a new number. */
    update_id: bigint('update_id', { mode: 'number' }).notNull(),
  },
  (table) => [index('presences_update').on(table.realm_id, table.update_id)],
);

/**
 * The organization's presence counter. Its row is locked from drawing a number until commit, so
 * that numbers become visible in order and a client asking for newer ones misses none.
 */
export const presenceUpdates = pgTable('presence_updates', {
  realm_id: integer('realm_id')
    .primaryKey()
    .references(() => realms.id, { onDelete: 'cascade' }),
  last_id: bigint('last_id', { mode: 'number' }).notNull(),
});
