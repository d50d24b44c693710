import type { UploadJob, NewUploadJob, UploadProblem } from './engine/upload-job';
import { hasMetadataStripped } from './prepare-photo';

/** A file that the user added. For a folder only the name is known. */
export interface ChosenFile {
  readonly file: File;
  readonly isFolder: boolean;
  /** File handle, in browsers that provide one. */
  readonly handle?: Promise<FileSystemHandle | null> | undefined;
}

/**
 * Reason why a file can't be uploaded, found before sending; null if there is none. `limit` in
 * bytes.
 */
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

/** Whether it is the job's file, as far as can be told without reading it. */
export function isSameFile(job: UploadJob, file: File, strips: boolean): boolean {
  if (job.name !== file.name || job.lastModified !== file.lastModified) return false;
  // A file without its metadata is shorter than the original.
  return (
    job.size === file.size || (strips && hasMetadataStripped(file.type) && job.size < file.size)
  );
}

/** A name for files without one, like an image from the clipboard. */
export function fileNameOf({ name, type }: File): string {
  const ending = /^\w+\/([\w-]+)/.exec(type)?.[1] ?? 'bin';
  return name === '' ? `file.${ending}` : name;
}

export type FileFacts = Pick<NewUploadJob, 'name' | 'size' | 'type' | 'lastModified'>;

export function fileFactsOf(file: File): FileFacts {
  const { size, type, lastModified } = file;
  return { name: fileNameOf(file), size, type, lastModified };
}
