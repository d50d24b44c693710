import type { AuditEntry } from '$lib/api/audit-log';
import type { auditLog } from '../db/schema/audit-log';
import { unixTime } from '../users/wire';

/** An entry as `GET /audit_log` has it. */
export function wireEntry(row: typeof auditLog.$inferSelect): AuditEntry {
  const { realm_id: _realm, time, ...entry } = row;
  return { ...entry, time: unixTime(time) };
}
