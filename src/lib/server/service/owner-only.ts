import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';

const ofOthers = 0o077;
/** On folders that belong to everyone, such as `/tmp`. */
const sticky = 0o1000;

interface Options {
  /** Also looks inside folders that other people can't enter, where nothing can be reached anyway. */
  readonly all?: boolean;
  readonly chmod?: typeof chmodSync;
}

/**
 * Makes a folder and everything in it accessible to its owner only. Some file systems keep no modes, or
 * don't let us change them: returns the error code of the first refused change, undefined if there was none.
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
    // Last: if a folder is private, its contents were restricted before.
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
