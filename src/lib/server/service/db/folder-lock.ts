import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../start-failure';

const name = 'inkwell.lock';

/**
 * Ensures that only one process opens `folder` at a time, which PGlite doesn't do. The lock file
 * contains the process id and start time, so a lock left by a crash is recognized even if the id is
 * in use again. Throws `StartFailure`; otherwise returns a function that releases the lock.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = join(folder, name);
  const mine = `${process.pid} ${startOf(process.pid)}\n`;
  try {
    await mkdir(folder, { recursive: true });
    for (let attempt = 0; attempt < 5; attempt++) {
      if (await claim(path, mine)) return () => release(path, mine);
      const theirs = await readFile(path, 'utf8').catch(() => '');
      if (isAlive(theirs)) throw inUse(folder, theirs);
      await discard(path, theirs);
    }
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(
      'not-writable',
      `The data folder ${folder} cannot be written (${codeOf(error)}). Choose another with DATA_DIR or change its permissions.`,
      { cause: error },
    );
  }
  throw inUse(folder, '');
}

async function claim(path: string, text: string): Promise<boolean> {
  // Written to a temporary file and linked into place, so that no process reads a partly written
  // lock.
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, 'w', 0o600);
  await file.writeFile(text);
  await file.close();
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes a dead process's lock, and restores it if it turns out to be a living one's. */
async function discard(path: string, expected: string): Promise<void> {
  const aside = `${path}.stale.${process.pid}`;
  await rename(path, aside).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
  const moved = await readFile(aside, 'utf8').catch(() => expected);
  if (moved !== expected) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

function release(path: string, mine: string): void {
  try {
    if (readFileSync(path, 'utf8') === mine) unlinkSync(path);
  } catch {
    // Already gone: nothing to release.
  }
}

function isAlive(lock: string): boolean {
  const [pid, start] = lock.trim().split(' ');
  if (!pid || !/^\d+$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  const now = startOf(Number(pid));
  return now === '-' || start === '-' || now === start;
}

/** When the process started, in ticks since boot, or `-` if the system doesn't provide it. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}

function inUse(folder: string, lock: string): StartFailure {
  const pid = lock.split(' ')[0];
  return new StartFailure(
    'in-use',
    `The data folder ${folder} is open in another Inkwell${pid ? ` (process ${pid})` : ''}. Stop it, or choose another folder with DATA_DIR.`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
