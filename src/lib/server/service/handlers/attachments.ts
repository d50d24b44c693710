import { and, eq } from 'drizzle-orm';
import { isRowId } from '../db/ids';
import { attachments, uploads } from '../db/schema/files';
import { badRequest, rowNotFound, ServiceFailure } from '../failure';
import { findAttachment, readableAttachments } from '../files/access';
import { addAttachment, removeAttachments } from '../files/attachments';
import { spaceUsed } from '../files/space';
import { listAttachments } from '../files/wire';
import { AfterCommit, type OperationHandlers } from '../handler';
import { fileUrlOf } from '../storage/file-names';

export const attachmentHandlers = {
  async uploadFile(context) {
    const { tx, request } = context;
    if (!request.file) throw badRequest('You must specify a file to upload');
    const { path_id, name } = await addAttachment(context, request.file);
    await tx.delete(uploads).where(eq(uploads.path_id, path_id));
    const url = fileUrlOf(path_id);
    return { uri: url, url, filename: name };
  },

  getAttachments: async (context) => ({
    attachments: await listAttachments(context),
    upload_space_used: await spaceUsed(context.tx, context.realm.id),
  }),

  /** Returns the file's URL after the transaction, because signing it needs no database. */
  async getFileTemporaryUrl(context, { realm_id_str, filename }) {
    const { tx, realm, clock } = context;
    const path_id = `${realm_id_str}/${filename}`;
    const found = realm_id_str === realm.id && (await findAttachment(tx, path_id));
    if (!found) throw rowNotFound('This file does not exist.');
    const [readable] = await readableAttachments(context, [path_id]);
    if (!readable)
      throw new ServiceFailure('BAD_REQUEST', 'Not authorized to view this file.', 403);
    return new AfterCommit(async ({ files }) => ({
      url: files.temporary.make(path_id, clock.now()),
    }));
  },

  async removeAttachment(context, { attachment_id }) {
    const { tx, user } = context;
    const rows = isRowId(attachment_id)
      ? await tx
          .select()
          .from(attachments)
          .where(and(eq(attachments.id, attachment_id), eq(attachments.owner_id, user.id)))
          .for('update')
      : [];
    if (rows.length === 0) throw badRequest('Invalid attachment');
    await removeAttachments(context, rows);
    return new AfterCommit(async ({ files }) => {
      files.removeSoon();
      return {};
    });
  },
} satisfies Partial<OperationHandlers>;
