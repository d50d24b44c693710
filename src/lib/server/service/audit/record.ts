import { sql } from 'drizzle-orm';
import type { AuditAction } from '$lib/api/audit-log';
import type { ServiceContext } from '../context';
import type { RealmRow, UserRow } from '../model';
import { truncateAuditValue } from './truncate-value';

/** A change that administrators can look up later. */
export interface AuditedChange {
  readonly action: AuditAction;
  readonly modified_user_id?: number | undefined;
  readonly modified_stream_id?: number | undefined;
  readonly modified_group_id?: number | undefined;
  /** The values as they were, of what changed alone; left out for something new. Never secrets. */
  readonly before?: unknown;
  /** The values as they are now; left out for something that is gone. */
  readonly after?: unknown;
}

type Scope = Pick<ServiceContext<UserRow | null, RealmRow>, 'tx' | 'realm' | 'user' | 'clock'>;

/**
 * Keeps what the caller changed in the organization's audit log; every administrative write does so
 * in its own transaction. Many changes of one call are one statement.
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
