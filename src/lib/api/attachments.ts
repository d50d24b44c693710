import * as v from 'valibot';
import { defineOperation, inPath } from './define-operation';
import { integer, shortText } from './value-schemas';

/** A file the user has uploaded. https://zulip.com/api/get-attachments */
export const attachmentSchema = v.object({
  id: v.number(),
  name: v.string(),
  /** The part of its URL after `/user_uploads/`. */
  path_id: v.string(),
  /** Bytes. */
  size: v.number(),
  /** Milliseconds since 1970. */
  create_time: v.number(),
  /** Messages that link to the file; `date_sent` in milliseconds. */
  messages: v.array(v.object({ id: v.number(), date_sent: v.number() })),
});
export type FileAttachment = v.InferOutput<typeof attachmentSchema>;

/**
 * The request is a multipart form with exactly one file, under any field name. `url` is relative to
 * the server. https://zulip.com/api/upload-file
 */
export const uploadFile = defineOperation({
  id: 'uploadFile',
  route: 'POST /user_uploads',
  multipart: 'file',
  result: v.object({
    /** Absent before level 272. */
    url: v.optional(v.string()),
    uri: v.string(),
    /** Absent before level 285. Remove brackets before using it as link text. */
    filename: v.optional(v.string()),
  }),
});

/** The caller's uploads. https://zulip.com/api/get-attachments */
export const getAttachments = defineOperation({
  id: 'getAttachments',
  route: 'GET /attachments',
  result: v.object({
    attachments: v.array(attachmentSchema),
    /** Bytes of all files in the organization. */
    upload_space_used: v.number(),
  }),
});

/**
 * Deletes one of the caller's files, even if messages link to it.
 * https://zulip.com/api/remove-attachment
 */
export const removeAttachment = defineOperation({
  id: 'removeAttachment',
  route: 'DELETE /attachments/{attachment_id}',
  params: { attachment_id: inPath(integer) },
});

/**
 * A URL that serves the file without credentials for one minute.
 * https://zulip.com/api/get-file-temporary-url
 */
export const getFileTemporaryUrl = defineOperation({
  id: 'getFileTemporaryUrl',
  route: 'GET /user_uploads/{realm_id_str}/{filename+}',
  params: { realm_id_str: inPath(integer), filename: inPath(shortText) },
  result: v.object({ url: v.string() }),
});
