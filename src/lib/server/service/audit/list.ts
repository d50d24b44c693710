import type { AuditEntry } from '$lib/api/audit-log';
import type { auditLog } from '../db/schema/audit-log';

/** An entry as `GET /audit_log` has it. */
export function wireAuditEntry(row: typeof auditLog.$inferSelect): AuditEntry {
  const { realm_id: _realm, time, ...entry } = row;
  return { ...entry, time: Math.floor(time.getTime() / 1000) };
}
