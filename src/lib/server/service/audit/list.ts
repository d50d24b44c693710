import type { AuditEntry } from '$lib/api/audit-log';
import type { auditLog } from '../db/schema/audit-log';

/** An entry in the form of `GET /audit_log`. */
export function wireAuditEntry(row: typeof auditLog.$inferSelect): AuditEntry {
  const { realm_id: _realm, time, ...entry } = row;
  return { ...entry, time: Math.floor(time.getTime() / 1000) };
}
