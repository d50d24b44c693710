import { mkdtempSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorageLocation } from '$lib/server/service/storage/files';
import { startBucket, type TestBucket } from './bucket';

export interface TestStorage {
  readonly place: StorageLocation;
  /** Names of the stored files, without their folders. */
  stored(): Promise<string[]>;
  close(): Promise<void>;
}

/** A folder for files, deleted after the run. */
export function ownFolder(): string {
  return mkdtempSync(join(tmpdir(), 'inkwell-files-'));
}

/** Every storage for files, to run the same tests with each. Close it. */
export const storages: Readonly<Record<'a folder' | 'a bucket', () => Promise<TestStorage>>> = {
  async 'a folder'() {
    const folder = ownFolder();
    return {
      place: { folder },
      stored: () => namesIn(folder),
      close: async () => undefined,
    };
  },
  async 'a bucket'() {
    const bucket = await startBucket();
    return {
      place: { bucket: bucket.options },
      stored: async () => inBucket(bucket),
      close: bucket.close,
    };
  },
};

/** Folders can disappear while this reads them. */
async function namesIn(folder: string): Promise<string[]> {
  const gone = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  };
  const entries = await readdir(folder, { withFileTypes: true }).catch(gone);
  const names: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) names.push(...(await namesIn(join(folder, entry.name))));
    else names.push(entry.name);
  }
  return names;
}

/** An unfinished multipart upload counts like a complete file. */
function inBucket({ objects, multiparts }: TestBucket): string[] {
  const begun = [...multiparts.values()].map(({ key }) => key);
  return [...new Set([...objects.keys(), ...begun])].map((key) => key.split('/').at(-1)!);
}

export const storageNames = Object.keys(storages) as (keyof typeof storages)[];
