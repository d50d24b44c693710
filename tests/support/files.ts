import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FilesOptions } from '$lib/server/service/storage/files';
import type { UploadRules } from '$lib/server/service/storage/upload-rules';
import type { StorageLocation } from '../../src/lib/server/service/storage/files';
import { ownFolder } from './storages';

/** Generous rules, and a place for files: by default a folder that is deleted after the run. */
export function testFiles(
  rules: Partial<UploadRules> = {},
  place: StorageLocation = { folder: ownFolder() },
): FilesOptions {
  return {
    location: place,
    rules: { maxFileMib: 25, quotaMib: null, ...rules },
    secret: 's'.repeat(32),
  };
}

/** For processes that are killed and can't clean up. */
export const folderOfTheKilled = join(tmpdir(), 'inkwell-files-of-the-killed');
