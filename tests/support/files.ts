import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { FilesOptions } from '$lib/server/service/files/files';
import type { UploadRules } from '$lib/server/service/files/rules';

/** Generous rules, and a folder for files: one that goes with this process, unless given. */
export function testFiles(
  rules: Partial<UploadRules> = {},
  folder: string = ownFolder(),
): FilesOptions {
  return { folder, rules: { maxFileMib: 25, quotaMib: null, ...rules }, secret: 's'.repeat(32) };
}

/** For processes that are killed, and so cannot tidy up. */
export const folderOfTheKilled = join(tmpdir(), 'inkwell-files-of-the-killed');

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inkwell-files-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
