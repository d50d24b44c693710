import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './folder-lock';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const lockFile = () => join(folder, 'inkwell.lock');

describe('lockFolder', () => {
  it('refuses a second process with one line that names the first', async () => {
    const unlock = await lockFolder(folder);
    const refusal = lockFolder(folder);
    await expect(refusal).rejects.toMatchObject({ name: 'StartFailure', reason: 'in-use' });
    await expect(refusal).rejects.toThrow(String(process.pid));
    unlock();
    (await lockFolder(folder))();
  });

  it('lets exactly one of many processes in', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('creates the folder', async () => {
    const unlock = await lockFolder(join(folder, 'a', 'b'));
    unlock();
  });

  it('takes over from a process that has ended', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    await writeFile(lockFile(), `${child.pid} 12345\n`);
    const unlock = await lockFolder(folder);
    expect(await readFile(lockFile(), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    unlock();
  });

  it('takes over when the process id belongs to a newer process', async () => {
    await writeFile(lockFile(), `${process.pid} 1\n`);
    (await lockFolder(folder))();
  });

  it('takes over from a lock that was never fully written', async () => {
    await writeFile(lockFile(), '');
    (await lockFolder(folder))();
  });

  it('throws when the folder isn’t writable', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(lockFolder(file)).rejects.toMatchObject({ reason: 'not-writable' });
  });

  it('doesn’t release a lock that another process has taken', async () => {
    const unlock = await lockFolder(folder);
    await writeFile(lockFile(), 'someone else\n');
    unlock();
    expect(await readFile(lockFile(), 'utf8')).toBe('someone else\n');
  });
});
