import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Vitest's global setup: one folder for all temporary files of tests, deleted after the run.
 * Workers are killed at its end and can't clean up.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const before = process.env.TMPDIR;
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-run-'));
  // PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  process.env.TMPDIR = folder;
  return async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true });
  };
}
