import * as v from 'valibot';
import { defineOperation, inPath } from './define-operation';
import { integer, shortText } from './value-schemas';

/** A file that one has uploaded. https://zulip.com/api/get-attachments */
export const attachmentSchema = v.object({
  id: v.number(),
  name: v.string(),
  /** What stands behind `/user_uploads/` in its address. */
  path_id: v.string(),
  /** Bytes. */
  size: v.number(),
  /** Milliseconds since 1970. */
  create_time: v.number(),
  /** The messages that link it; `date_sent` in milliseconds. */
  messages: v.array(v.object({ id: v.number(), date_sent: v.number() })),
});
export type FileAttachment = v.InferOutput<typeof attachmentSchema>;

/**
 * The file is the one file of a multipart form, under any field name. `url` is relative to the
 * server. https://zulip.com/api/upload-file
 */
export const uploadFile = defineOperation({
  id: 'uploadFile',
  method: 'POST',
  path: '/user_uploads',
  params: {},
  multipart: 'file',
  result: v.object({
    /** From level 272. */
    url: v.optional(v.string()),
    uri: v.string(),
    /** From level 285. Brackets have to go before it becomes the text of a link. */
    filename: v.optional(v.string()),
  }),
});

/** One's own. https://zulip.com/api/get-attachments */
export const getAttachments = defineOperation({
  id: 'getAttachments',
  method: 'GET',
  path: '/attachments',
  params: {},
  result: v.object({
    attachments: v.array(attachmentSchema),
    /** Bytes of all files of the organization. */
    upload_space_used: v.number(),
  }),
});

/** One's own; messages may still link it. https://zulip.com/api/remove-attachment */
export const removeAttachment = defineOperation({
  id: 'removeAttachment',
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  params: { attachment_id: inPath(integer) },
  result: v.object({}),
});

/**
 * An address under which the file can be had for a minute without credentials.
 * https://zulip.com/api/get-file-temporary-url
 */
export const getFileTemporaryUrl = defineOperation({
  id: 'getFileTemporaryUrl',
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename+}',
  params: { realm_id_str: inPath(integer), filename: inPath(shortText) },
  result: v.object({ url: v.string() }),
});

export const attachmentOperations = {
  uploadFile,
  getAttachments,
  removeAttachment,
  getFileTemporaryUrl,
};
