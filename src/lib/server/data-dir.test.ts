import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { prepareDataDir } from './data-dir';

const folder = mkdtempSync(join(tmpdir(), 'inkwell-data-dir-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the data folder', () => {
  it('is made with those that it is in, for its owner alone', () => {
    const path = join(folder, 'one', 'two');
    prepareDataDir(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    prepareDataDir(path);
  });

  it('is refused at once where a file is in its way', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    chmodSync(file, 0o600);
    expect(() => prepareDataDir(join(file, 'data'))).toThrow(/DATA_DIR .*cannot be written/);
  });

  it.runIf(process.platform === 'linux')('is refused at once where none can be made', () => {
    expect(() => prepareDataDir('/proc/nope/data')).toThrow(
      'DATA_DIR /proc/nope/data cannot be written (ENOENT); make it writable or choose another folder.',
    );
  });
});
