import { mkdtempSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { StorageLocation } from '$lib/server/service/storage/open-storage';
import { startBucket, type TestBucket } from './bucket';

export interface TestStorage {
  readonly place: StorageLocation;
  /** Names of what lies in it, without their folders. */
  stored(): Promise<string[]>;
  close(): Promise<void>;
}

/** A folder for files that goes with the run. */
export function ownFolder(): string {
  return mkdtempSync(join(tmpdir(), 'inkwell-files-'));
}

/** For a sample whose files nobody opens. */
export const unseenFiles = {
  async write(_path_id: string, source: Readable): Promise<void> {
    for await (const _bytes of source);
  },
};

/** Everything that keeps files, for tests of what holds in each. Close it. */
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

/** Folders may go while it looks. */
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

/** What was begun in parts counts as much as what is whole. */
function inBucket({ objects, multiparts }: TestBucket): string[] {
  const begun = [...multiparts.values()].map(({ key }) => key);
  return [...new Set([...objects.keys(), ...begun])].map((key) => key.split('/').at(-1)!);
}

export const storageNames = Object.keys(storages) as (keyof typeof storages)[];
