import type { FileAttachment } from '$lib/api/attachments';
import { asc, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { attachments } from '../db/schema/files';
import { accessibleMessages } from '../narrow/compile';

export type AttachmentRow = typeof attachments.$inferSelect;

/** The caller's files in the API's form, ascending by id. */
export async function listAttachments(context: ServiceContext): Promise<FileAttachment[]> {
  const rows = await context.tx
    .select()
    .from(attachments)
    .where(eq(attachments.owner_id, context.user.id))
    .orderBy(asc(attachments.id));
  return wireAttachments(context, rows);
}

/** Files of the caller, each with the messages linking it that the caller can see. */
export async function wireAttachments(
  context: ServiceContext,
  rows: readonly AttachmentRow[],
): Promise<FileAttachment[]> {
  if (rows.length === 0) return [];
  const { from, where } = await accessibleMessages(context);
  const ids = `{${rows.map(({ id }) => id).join()}}`;
  const links = await queryRows<{ attachment_id: number; id: number; sent: number }>(
    context.tx,
    sql`select am.attachment_id, m.id,
        floor(extract(epoch from m.date_sent) * 1000)::float8 as sent
      from ${from} join attachment_messages am on am.message_id = m.id
      where am.attachment_id = any(${ids}::int[]) and ${where} order by m.id`,
  );
  const byId = new Map<number, FileAttachment['messages']>();
  for (const { attachment_id, id, sent } of links) {
    const list = byId.get(attachment_id) ?? [];
    list.push({ id, date_sent: sent });
    byId.set(attachment_id, list);
  }
  return rows.map(({ id, name, path_id, size, create_time }) => ({
    ...{ id, name, path_id, size },
    create_time: create_time.getTime(),
    messages: byId.get(id) ?? [],
  }));
}
