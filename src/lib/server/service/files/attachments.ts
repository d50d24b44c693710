import type { FileAttachment } from '$lib/api/attachments';
import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { attachments, discardedFiles, uploads } from '../db/schema/files';
import type { ReceivedFile } from '../storage/receive-file';
import { countSpace, checkQuota } from './space';
import { wireAttachments, type AttachmentRow } from './wire';

/**
 * Makes an uploaded file the caller's attachment and notifies them. Repeated calls for the same
 * file do nothing. Throws REALM_UPLOAD_QUOTA.
 */
export async function addAttachment(
  context: ServiceContext,
  file: ReceivedFile,
): Promise<AttachmentRow> {
  const { tx, realm, user, clock } = context;
  const { path_id, name, content_type, size } = file;
  const now = new Date(clock.now());
  const [row] = await tx
    .insert(attachments)
    .values({
      ...{ realm_id: realm.id, owner_id: user.id, create_time: now, unclaimed_since: now },
      ...{ path_id, name, content_type, size },
    })
    .onConflictDoNothing()
    .returning();
  if (!row) {
    const [made] = await tx.select().from(attachments).where(eq(attachments.path_id, path_id));
    return made!;
  }
  await checkQuota(tx, realm.id, size, context.service.uploads);
  const upload_space_used = await countSpace(tx, realm.id, size);
  const [attachment] = await wireAttachments(context, [row]);
  announceToOwner(context, user.id, { op: 'add', attachment: attachment!, upload_space_used });
  return row;
}

/** Deletes rows and reduces the used space. The data is removed after the commit. */
export async function removeAttachments(
  context: Pick<ServiceContext, 'tx' | 'emit'>,
  rows: readonly AttachmentRow[],
): Promise<void> {
  for (const { id, path_id, size, realm_id, owner_id } of rows) {
    await context.tx.delete(attachments).where(eq(attachments.id, id));
    await context.tx.delete(uploads).where(eq(uploads.path_id, path_id));
    await context.tx.insert(discardedFiles).values({ path_id }).onConflictDoNothing();
    const upload_space_used = await countSpace(context.tx, realm_id, -size);
    announceToOwner(context, owner_id, { op: 'remove', attachment: { id }, upload_space_used });
  }
}

interface AttachmentEvent {
  readonly op: 'add' | 'update' | 'remove';
  readonly attachment: FileAttachment | Pick<FileAttachment, 'id'>;
  readonly upload_space_used: number;
}

export function announceToOwner(
  { emit }: Pick<ServiceContext, 'emit'>,
  owner_id: number,
  event: AttachmentEvent,
): void {
  emit({ payload: { type: 'attachment', ...event }, audience: [owner_id] });
}
