import type { AuditEntry } from '$lib/api/audit-log';
import { and, desc, eq, lt, or, sql, type SQL } from 'drizzle-orm';
import { isRowId } from '../db/ids';
import { auditLog } from '../db/schema/audit-log';
import type { OperationHandlers } from '../handler';

/** An entry in the form of `GET /audit_log`. */
function wireAuditEntry(row: typeof auditLog.$inferSelect): AuditEntry {
  const { realm_id: _realm, time, ...entry } = row;
  return { ...entry, time: Math.floor(time.getTime() / 1000) };
}

const usual = 100;

function isAction(action: string): SQL | undefined {
  return or(eq(auditLog.action, action), sql`starts_with(${auditLog.action}, ${`${action}.`})`);
}

/** Matches nothing for an id that no row can have. */
function only(id: number | undefined, is: (id: number) => SQL | undefined): SQL | undefined {
  if (id === undefined) return undefined;
  return isRowId(id) ? is(id) : sql`false`;
}

export const auditLogHandlers = {
  async getAuditLog({ tx, realm }, params) {
    const { before, num = usual, action, user_id, stream_id, group_id } = params;
    const rows = await tx
      .select()
      .from(auditLog)
      .where(
        and(
          eq(auditLog.realm_id, realm.id),
          before !== undefined && isRowId(before) ? lt(auditLog.id, before) : undefined,
          before !== undefined && before <= 0 ? sql`false` : undefined,
          action === undefined ? undefined : isAction(action),
          only(user_id, (id) =>
            or(eq(auditLog.acting_user_id, id), eq(auditLog.modified_user_id, id)),
          ),
          only(stream_id, (id) => eq(auditLog.modified_stream_id, id)),
          only(group_id, (id) => eq(auditLog.modified_group_id, id)),
        ),
      )
      .orderBy(desc(auditLog.id))
      .limit(num + 1);
    return { entries: rows.slice(0, num).map(wireAuditEntry), found_oldest: rows.length <= num };
  },
} satisfies Partial<OperationHandlers>;
