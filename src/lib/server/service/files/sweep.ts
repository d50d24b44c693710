import { asc, inArray, sql } from 'drizzle-orm';
import { internalRequest } from '../context';
import { attachments } from '../db/schema/files';
import { realms } from '../db/schema/realms';
import type { RealmRow } from '../model';
import { transact, type TransactionDeps } from '../transact';
import { removeAttachments } from './attachments';

const day = 24 * 3_600_000;
/** Milliseconds that an unfinished upload waits for its next byte. */
const unfinishedFor = day;
/** Milliseconds that a file is kept when no message links it. */
const unclaimedFor = 28 * day;
/** Attachments per transaction. */
const batch = 200;

/**
 * Removes unfinished uploads, and files that no message has linked for weeks. Keeps files linked by
 * scheduled messages.
 */
export async function sweepFiles(workshop: TransactionDeps): Promise<void> {
  await sweepUploads(workshop);
  const rows = await workshop.store.db.select().from(realms).orderBy(asc(realms.id));
  for (const realm of rows) while (await sweepUnclaimed(workshop, realm));
  await workshop.files.removeDiscarded();
}

/** Complete uploads only lose the row with their protocol state. */
async function sweepUploads({ store, clock }: TransactionDeps): Promise<void> {
  const before = new Date(clock.now() - unfinishedFor).toISOString();
  await store.transaction(async (tx) => {
    await tx.execute(sql`insert into discarded_files (path_id)
      select path_id from uploads u where touched < ${before}::timestamptz
        and not exists (select 1 from attachments a where a.path_id = u.path_id)
      on conflict do nothing`);
    await tx.execute(sql`delete from uploads where touched < ${before}::timestamptz`);
  });
}

/** Returns whether there may be more. */
function sweepUnclaimed(workshop: TransactionDeps, realm: RealmRow): Promise<boolean> {
  const before = new Date(workshop.clock.now() - unclaimedFor).toISOString();
  return transact(workshop, { user: null, realm, request: internalRequest }, async (context) => {
    const { tx } = context;
    const ids = tx
      .select({ id: attachments.id })
      .from(attachments)
      .where(
        sql`${attachments.realm_id} = ${realm.id}
          and ${attachments.unclaimed_since} < ${before}::timestamptz
          and not exists (select 1 from scheduled_messages s
            where s.realm_id = ${realm.id} and s.delivered_message_id is null
              and strpos(s.content, regexp_replace(${attachments.path_id}, '[^/]*$', '')) > 0)`,
      )
      .orderBy(asc(attachments.id))
      .limit(batch);
    const rows = await tx
      .select()
      .from(attachments)
      .where(inArray(attachments.id, ids))
      .for('update', { skipLocked: true });
    await removeAttachments(context, rows);
    return rows.length === batch;
  });
}
