import { createWriteStream, mkdirSync } from 'node:fs';
import { mkdir, open, rm, rmdir, statfs } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import type { FileStorage } from './storage';
import type { UploadRecords } from './upload-records';

/**
 * Keeps files in a folder, which several processes can share. `records` are the uploads in
 * progress.
 */
export function diskStorage(folder: string, records: UploadRecords): FileStorage {
  // Created here, because the library's store would create it too, but ends the process if it
  // can't.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const resumable = new Uploads({ directory: folder, configstore: records });
  resumable.extensions = ['creation', 'creation-with-upload', 'termination'];

  /** Path ids are made by this service. This guards against one that isn't. */
  function placeOf(path_id: string): string {
    const place = join(folder, path_id);
    const below = relative(folder, place);
    if (below === '' || below.startsWith('..') || path_id.includes('\0')) {
      throw new Error('a path id that leaves the folder of files');
    }
    return place;
  }

  return {
    resumable,
    still: async () => undefined,
    async write(path_id, source) {
      const place = placeOf(path_id);
      await mkdir(dirname(place), { recursive: true });
      await pipeline(source, createWriteStream(place, { flags: 'wx' }));
    },
    async read(path_id, range): Promise<Readable | null> {
      const handle = await open(placeOf(path_id)).catch(unlessAbsent);
      if (!handle) return null;
      if ((await handle.stat()).size > range.end) {
        return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 });
      }
      await handle.close();
      return null;
    },
    async remove(path_id) {
      const place = placeOf(path_id);
      await rm(place, { force: true });
      await removeEmpty(dirname(place), folder);
    },
  };
}

/** Reports a full disk as such: the library has the same error for every failure. */
class Uploads extends FileStore {
  override async write(...given: Parameters<FileStore['write']>): Promise<number> {
    try {
      return await super.write(...given);
    } catch (error) {
      const { bavail, bsize } = await statfs(this.directory);
      if (bavail * bsize > minFreeBytes) throw error;
      throw Object.assign(new Error('no space left', { cause: error }), { code: 'ENOSPC' });
    }
  }
}

/** In bytes. With less, the disk counts as full. */
const minFreeBytes = 64 * 1024;

function unlessAbsent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** Leaves a folder in which another file has appeared in between. */
async function removeEmpty(start: string, folder: string): Promise<void> {
  for (let at = start; at.startsWith(folder + sep); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return;
    }
  }
}
