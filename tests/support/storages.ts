import { mkdtempSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoragePlace } from '$lib/server/service/files/storage';
import { startBucket, type TestBucket } from './bucket';

export interface TestStorage {
  readonly place: StoragePlace;
  /** Names of what lies in it, without their folders. */
  stored(): Promise<string[]>;
  close(): Promise<void>;
}

/** A folder for files that goes with the run. */
export function ownFolder(): string {
  return mkdtempSync(join(tmpdir(), 'inkwell-files-'));
}

/** Everything that keeps files, for tests of what holds in each. Close it. */
export const storages: Readonly<Record<'a folder' | 'a bucket', () => Promise<TestStorage>>> = {
  async 'a folder'() {
    const folder = ownFolder();
    return {
      place: { folder },
      async stored() {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
      },
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

/** What was begun in parts counts as much as what is whole. */
function inBucket({ objects, multiparts }: TestBucket): string[] {
  const begun = [...multiparts.values()].map(({ key }) => key);
  return [...new Set([...objects.keys(), ...begun])].map((key) => key.split('/').at(-1)!);
}

export const storageNames = Object.keys(storages) as (keyof typeof storages)[];
