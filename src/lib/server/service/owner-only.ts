import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';

const ofOthers = 0o077;
/** Set on folders shared by everyone, for example `/tmp`. */
const sticky = 0o1000;

interface Options {
  /**
   * Also processes folders that other users can't enter, whose contents they can't reach anyway.
   */
  readonly all?: boolean;
  readonly chmod?: typeof chmodSync;
}

/**
 * Makes a folder and everything in it accessible only to its owner. Some file systems have no modes
 * or don't allow changing them: returns the error code of the first refused change, or undefined.
 */
export function makeOwnerOnly(
  folder: string,
  { all = false, chmod = chmodSync }: Options = {},
): string | undefined {
  let refused: string | undefined;
  restrict(realpathSync(folder));
  return refused;

  function restrict(path: string): void {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || stats.isSymbolicLink()) return;
    if (stats.isDirectory()) {
      const isShared = (stats.mode & sticky) !== 0;
      if (isShared || (isPrivate(stats) && !all)) return;
      for (const name of readdirSync(path)) restrict(join(path, name));
    }
    // The folder comes last, so that a private folder's contents are known to be restricted
    // already.
    if (!isPrivate(stats)) takeRights(path, stats);
  }

  function takeRights(path: string, { mode }: Stats): void {
    try {
      chmod(path, mode & 0o7700);
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      // A file that is gone needs nothing.
      if (code !== 'ENOENT') refused ??= code;
    }
  }
}

function isPrivate({ mode }: Stats): boolean {
  return (mode & ofOthers) === 0;
}
