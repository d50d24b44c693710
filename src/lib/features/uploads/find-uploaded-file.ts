import type { FileAttachment } from '../../api/attachments';
import type { UploadedFile, FileToSend } from './file-transfer';

/**
 * The user's uploaded files. `url` has the form used in links. `list` returns null if the server has
 * no list, `read` if it doesn't have the file. Both throw `AnyFailure` if there was no clear reply.
 */
export interface OwnAttachments {
  list(): Promise<readonly FileAttachment[] | null>;
  read(url: string): Promise<Blob | null>;
}

/** Bytes above which downloading a file costs more than uploading it again. */
const maxReadSize = 32 * 1024 * 1024;
/** Files of the same name and size to compare, newest first. */
const maxCandidates = 3;

/**
 * Finds a file that an earlier try without a reply delivered: same name, identical bytes, and not
 * linked in any message. Ignores times, because the server's clock might differ.
 */
export async function findUploadedFile(
  files: OwnAttachments,
  { file, name }: Pick<FileToSend, 'file' | 'name'>,
): Promise<UploadedFile | null> {
  if (file.size > maxReadSize) return null;
  const alike = ((await files.list()) ?? [])
    .filter((one) => one.name === name && one.size === file.size && one.messages.length === 0)
    .sort((a, b) => b.create_time - a.create_time || b.id - a.id)
    .slice(0, maxCandidates);
  for (const { path_id } of alike) {
    const url = `/user_uploads/${path_id}`;
    const there = await files.read(url);
    if (there && (await isSame(there, file))) return { url, filename: name };
  }
  return null;
}

async function isSame(a: Blob, b: Blob): Promise<boolean> {
  if (a.size !== b.size) return false;
  const [one, other] = (await Promise.all([a.arrayBuffer(), b.arrayBuffer()])).map(
    (bytes) => new Uint8Array(bytes),
  );
  return one?.every((byte, index) => byte === other?.[index]) ?? false;
}
