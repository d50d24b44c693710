import { sql } from 'drizzle-orm';
import type { AuditAction } from '$lib/api/audit-log';
import type { ServiceContext } from '../context';
import type { RealmRow, UserRow } from '../model';

const maxTextLength = 1000;
const maxEntries = 100;
const maxDepth = 6;

/**
 * A value as stored in the log: long texts and lists are cut and marked, null bytes are removed,
 * and everything nested too deeply becomes `…`. This limits the size of an entry.
 */
function truncateAuditValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (depth === maxDepth) return '…';
  if (Array.isArray(value)) {
    const kept = value.slice(0, maxEntries).map((item) => truncateAuditValue(item, depth + 1));
    return value.length > maxEntries ? [...kept, `… ${value.length - maxEntries}`] : kept;
  }
  const entries = Object.entries(value);
  return Object.fromEntries([
    ...entries
      .slice(0, maxEntries)
      .map(([key, item]) => [text(key), truncateAuditValue(item, depth + 1)]),
    ...(entries.length > maxEntries ? [['…', entries.length - maxEntries]] : []),
  ]);
}

function text(given: string): string {
  const value = given.replaceAll('\0', '').toWellFormed();
  return value.length > maxTextLength ? `${value.slice(0, maxTextLength).toWellFormed()}…` : value;
}

/** A change to record for administrators. */
export interface AuditedChange {
  readonly action: AuditAction;
  readonly modified_user_id?: number | undefined;
  readonly modified_stream_id?: number | undefined;
  readonly modified_group_id?: number | undefined;
  /** Previous values of only what changed. Absent for something new. Never secrets. */
  readonly before?: unknown;
  /** New values. Absent for something deleted. */
  readonly after?: unknown;
}

type Scope = Pick<ServiceContext<UserRow | null, RealmRow>, 'tx' | 'realm' | 'user' | 'clock'>;

/**
 * Records the caller's changes in the organization's audit log. Every administrative write does
 * this in its own transaction. All changes of one call take one statement.
 */
export async function recordAuditedChange(
  context: Scope,
  ...changes: readonly AuditedChange[]
): Promise<void> {
  const { tx, realm, user, clock } = context;
  if (changes.length === 0) return;
  const rows = changes.map(({ before, after, ...change }) => ({
    ...change,
    ...(before !== undefined && { before: truncateAuditValue(before) }),
    ...(after !== undefined && { after: truncateAuditValue(after) }),
  }));
  await tx.execute(sql`insert into audit_log (realm_id, time, acting_user_id, action,
      modified_user_id, modified_stream_id, modified_group_id, before, after)
    select ${realm.id}::int, ${new Date(clock.now()).toISOString()}::timestamptz,
      ${user?.id ?? null}::int, action, modified_user_id, modified_stream_id, modified_group_id,
      before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change(action text,
      modified_user_id int, modified_stream_id int, modified_group_id int, before jsonb, after jsonb)`);
}
