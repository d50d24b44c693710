import type { Job, NewJob, Problem } from './engine/job';
import { isStripped } from './prepare';

/** A file as a person gave it. Of a folder nothing but the name is to be had. */
export interface Given {
  readonly file: File;
  readonly isFolder: boolean;
  /** The way to it, where the browser tells that. */
  readonly handle?: Promise<FileSystemHandle | null> | undefined;
}

/** What stands against a file before a byte has left; null when nothing is known. `limit` in bytes. */
export async function problemOf(
  { file, isFolder }: Given,
  limit: number | null,
): Promise<Problem | null> {
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
export function isSameFile(job: Job, file: File, strips: boolean): boolean {
  if (job.name !== file.name || job.lastModified !== file.lastModified) return false;
  // Without its metadata it became shorter on the way.
  return job.size === file.size || (strips && isStripped(file.type) && job.size < file.size);
}

/** A name for what has none, such as a picture from the clipboard. */
export function nameOf({ name, type }: File): string {
  const ending = /^\w+\/([\w-]+)/.exec(type)?.[1] ?? 'bin';
  return name === '' ? `file.${ending}` : name;
}

export type FileFacts = Pick<NewJob, 'name' | 'size' | 'type' | 'lastModified'>;

export function factsOf(file: File): FileFacts {
  const { size, type, lastModified } = file;
  return { name: nameOf(file), size, type, lastModified };
}
