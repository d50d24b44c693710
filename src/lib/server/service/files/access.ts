import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { attachments } from '../db/schema/files';
import type { DatabaseTransaction } from '../db/store';
import { accessibleMessages } from '../narrow/compile';
import type { AttachmentRow } from './wire';

export async function findAttachment(
  tx: DatabaseTransaction,
  path_id: string,
): Promise<AttachmentRow | undefined> {
  const [row] = await tx.select().from(attachments).where(eq(attachments.path_id, path_id));
  return row;
}

/**
 * Which of these path ids the caller can read: their own files, and those linked by a message they
 * can read, including in channels with public history.
 */
export async function readableAttachments(
  context: ServiceContext,
  path_ids: readonly string[],
): Promise<AttachmentRow[]> {
  if (path_ids.length === 0) return [];
  const { tx, realm, user } = context;
  const { from, where } = await accessibleMessages(context);
  return tx
    .select()
    .from(attachments)
    .where(
      and(
        eq(attachments.realm_id, realm.id),
        sql`${attachments.path_id} in (select json_array_elements_text(${JSON.stringify(path_ids)}::json))`,
        sql`(${attachments.owner_id} = ${user.id} or exists (select 1 from ${from}
          join attachment_messages am on am.message_id = m.id
          where am.attachment_id = ${attachments.id} and ${where}))`,
      ),
    );
}

/** Whether a message in a web-public channel links it, so that anyone can read it. */
export async function isWebPublic(
  tx: DatabaseTransaction,
  { id }: AttachmentRow,
): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`select 1 from attachment_messages am join messages m on m.id = am.message_id
      join streams c on c.id = m.stream_id
      where am.attachment_id = ${id}::int and c.is_web_public limit 1`,
  );
  return rows.length > 0;
}
