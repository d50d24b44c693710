import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../tests/support/silent-log';
import { prepareDataDir } from './data-dir';

const folder = mkdtempSync(join(tmpdir(), 'inkwell-data-dir-'));
afterAll(() => rmSync(folder, { recursive: true }));

function modesIn(path: string): Set<number> {
  const names = readdirSync(path, { recursive: true }) as string[];
  return new Set(['', ...names].map((name) => statSync(join(path, name)).mode & 0o777));
}

describe('the data folder', () => {
  it('is created with its parents, readable only by its owner', () => {
    const path = join(folder, 'one', 'two');
    prepareDataDir(path, silentLog);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    prepareDataDir(path, silentLog);
  });

  it('becomes readable only by its owner, with all its content, if it existed', () => {
    const path = join(folder, 'before');
    const inside = join(path, 'pgdata', 'base');
    mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, '1'), '');
    writeFileSync(join(path, 'zuliprc'), '');
    for (const [name, mode] of [
      [join(inside, '1'), 0o666],
      [join(path, 'zuliprc'), 0o644],
      [inside, 0o755],
      [join(path, 'pgdata'), 0o777],
      [path, 0o755],
    ] as const) {
      chmodSync(name, mode);
    }
    prepareDataDir(path, silentLog);
    expect(modesIn(path)).toEqual(new Set([0o700, 0o600]));
  });

  it('doesn’t restrict a folder that belongs to everyone', () => {
    const path = join(folder, 'tmp');
    mkdirSync(path);
    chmodSync(path, 0o1777);
    prepareDataDir(path, silentLog);
    expect(statSync(path).mode & 0o7777).toBe(0o1777);
  });

  // What chmod(2) and fchmodat(2) return for file systems that keep no modes or can't be changed.
  it.each(['EPERM', 'ENOTSUP', 'EROFS', 'EINVAL'])(
    'is used, with one warning, if the file system answers chmod with %s',
    (code) => {
      const path = join(folder, code);
      for (const inside of ['pgdata', 'files']) {
        mkdirSync(join(path, inside), { recursive: true });
        chmodSync(join(path, inside), 0o755);
      }
      const warnings: object[] = [];
      const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) };
      prepareDataDir(path, log, () => {
        throw Object.assign(new Error(`${code}: chmod`), { code });
      });
      expect(warnings).toEqual([{ folder: path, code }]);
    },
  );

  it('is refused immediately if a file has its name', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    chmodSync(file, 0o600);
    expect(() => prepareDataDir(join(file, 'data'), silentLog)).toThrow(
      /DATA_DIR .*cannot be written/,
    );
  });

  it.runIf(process.platform === 'linux')('is refused immediately if it can’t be created', () => {
    expect(() => prepareDataDir('/proc/nope/data', silentLog)).toThrow(
      'DATA_DIR /proc/nope/data cannot be written (ENOENT); make it writable or choose another folder.',
    );
  });
});
