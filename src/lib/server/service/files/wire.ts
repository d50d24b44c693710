import type { Attachment } from '$lib/api/attachments';
import { asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Tx } from '../context';
import { attachmentMessages, attachments } from '../db/schema/files';
import { messages } from '../db/schema/messages';

export type AttachmentRow = typeof attachments.$inferSelect;

/** The rows that fit, as on the wire, ascending by id, each with the messages that link it. */
export async function listAttachments(tx: Tx, which: SQL): Promise<Attachment[]> {
  const rows = await tx.select().from(attachments).where(which).orderBy(asc(attachments.id));
  return wireAttachments(tx, rows);
}

export async function wireAttachments(
  tx: Tx,
  rows: readonly AttachmentRow[],
): Promise<Attachment[]> {
  if (rows.length === 0) return [];
  const links = await tx
    .select({
      attachment_id: attachmentMessages.attachment_id,
      id: messages.id,
      date_sent: messages.date_sent,
    })
    .from(attachmentMessages)
    .innerJoin(messages, eq(messages.id, attachmentMessages.message_id))
    .where(
      inArray(
        attachmentMessages.attachment_id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(messages.id));
  const byId = new Map<number, Attachment['messages']>();
  for (const { attachment_id, id, date_sent } of links) {
    const list = byId.get(attachment_id) ?? [];
    list.push({ id, date_sent: date_sent.getTime() });
    byId.set(attachment_id, list);
  }
  return rows.map(({ id, name, path_id, size, create_time }) => ({
    ...{ id, name, path_id, size },
    create_time: create_time.getTime(),
    messages: byId.get(id) ?? [],
  }));
}
