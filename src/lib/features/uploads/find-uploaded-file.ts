import type { FileAttachment } from '../../api/attachments';
import type { UploadedFile, FileToSend } from './file-transfer';

/**
 * The files that one has uploaded; `url` as links have it. Null: the server has no list, or not that
 * file. Both throw `AnyFailure` when there is no telling.
 */
export interface OwnAttachments {
  list(): Promise<readonly FileAttachment[] | null>;
  read(url: string): Promise<Blob | null>;
}

/** Reading a larger one takes longer than the answers to be had are worth. Bytes. */
const maxReadSize = 32 * 1024 * 1024;
/** Of the same name and size, at most so many are looked into, newest first. */
const maxCandidates = 3;

/**
 * What a try whose answer was lost has brought to the server: a file of the same name and the very same
 * bytes that no message links. Clocks are not asked: the server's may be another one.
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
