import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Vitest's global setup: one folder for all that tests put aside, and gone with the run. Workers are
 * killed at its end, so that none of them can tidy up.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const before = process.env.TMPDIR;
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-run-'));
  // PostgreSQL runs as a user of its own, who must be able to walk in.
  await chmod(folder, 0o755);
  process.env.TMPDIR = folder;
  return async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true });
  };
}
