import type { UploadJob, NewUploadJob, UploadProblem } from './engine/upload-job';
import { hasMetadataStripped } from './prepare-photo';

/** A file as a person gave it. Of a folder nothing but the name is to be had. */
export interface ChosenFile {
  readonly file: File;
  readonly isFolder: boolean;
  /** The way to it, where the browser tells that. */
  readonly handle?: Promise<FileSystemHandle | null> | undefined;
}

/** What stands against a file before a byte has left; null when nothing is known. `limit` in bytes. */
export async function fileProblemOf(
  { file, isFolder }: ChosenFile,
  limit: number | null,
): Promise<UploadProblem | null> {
  if (isFolder) return 'folder';
  if (file.size === 0) return 'empty';
  if (limit !== null && file.size > limit) return 'too_large';
  try {
    await file.slice(0, 1).arrayBuffer();
    return null;
  } catch {
    return 'unreadable';
  }
}

/** Whether it is the file that the job was made for, as far as can be seen without reading it. */
export function isSameFile(job: UploadJob, file: File, strips: boolean): boolean {
  if (job.name !== file.name || job.lastModified !== file.lastModified) return false;
  // Without its metadata it became shorter on the way.
  return (
    job.size === file.size || (strips && hasMetadataStripped(file.type) && job.size < file.size)
  );
}

/** A name for what has none, such as a picture from the clipboard. */
export function fileNameOf({ name, type }: File): string {
  const ending = /^\w+\/([\w-]+)/.exec(type)?.[1] ?? 'bin';
  return name === '' ? `file.${ending}` : name;
}

export type FileFacts = Pick<NewUploadJob, 'name' | 'size' | 'type' | 'lastModified'>;

export function fileFactsOf(file: File): FileFacts {
  const { size, type, lastModified } = file;
  return { name: fileNameOf(file), size, type, lastModified };
}
