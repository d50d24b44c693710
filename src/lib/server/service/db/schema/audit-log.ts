import { index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { parentId, timeColumn } from '../columns';
import { realms } from './realms';

/**
 * Who changed what in an organization, and when. No table refers to these rows, and they refer to
 * ids that may be gone, because an entry outlives its subject.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: serial('id').primaryKey(),
    realm_id: parentId('realm_id', () => realms.id),
    time: timeColumn('time').notNull(),
    /** Null if no user was signed in, or the server acted on its own. */
    acting_user_id: integer('acting_user_id'),
    /** What was done, as `area.action`. */
    action: text('action').notNull(),
    modified_user_id: integer('modified_user_id'),
    modified_stream_id: integer('modified_stream_id'),
    modified_group_id: integer('modified_group_id'),
    before: jsonb('before').$type<unknown>(),
    after: jsonb('after').$type<unknown>(),
  },
  (table) => [
    index('audit_log_realm').on(table.realm_id, table.id),
    index('audit_log_acting').on(table.acting_user_id, table.id),
    index('audit_log_modified').on(table.modified_user_id, table.id),
  ],
);
