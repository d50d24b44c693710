import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';

const ofOthers = 0o077;
/** On folders that belong to everyone, such as `/tmp`. */
const sticky = 0o1000;

/**
 * Leaves a folder, and what is in it, to its owner. Where nobody else can enter, nothing inside can be
 * reached, so that is not looked through; `all` looks through it nevertheless.
 */
export function makeOwnerOnly(folder: string, { all = false } = {}): void {
  restrict(realpathSync(folder), all);
}

function restrict(path: string, all: boolean): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isSymbolicLink()) return;
  if (stats.isDirectory()) {
    const isShared = (stats.mode & sticky) !== 0;
    if (isShared || (isPrivate(stats) && !all)) return;
    for (const name of readdirSync(path)) restrict(join(path, name), all);
  }
  // Last: a folder that is private has been looked through.
  if (!isPrivate(stats)) takeRights(path, stats);
}

function isPrivate({ mode }: Stats): boolean {
  return (mode & ofOthers) === 0;
}

function takeRights(path: string, { mode }: Stats): void {
  try {
    chmodSync(path, mode & 0o7700);
  } catch (error) {
    // Not ours to change, or gone.
    if (!['EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
