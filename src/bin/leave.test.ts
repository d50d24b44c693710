import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';

const leave = JSON.stringify(new URL('leave.js', import.meta.url).href);
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function run(before: string) {
  const script = `import(${leave}).then(({ leave }) => { ${before}; setTimeout(leave, 50) })`;
  return once(spawn(process.execPath, ['-e', script]), 'exit');
}

describe('leave', () => {
  it('exits with 0', async () => {
    expect(await run('setInterval(() => undefined, 1000)')).toEqual([0, null]);
  });

  it('exits even if a thread is still waiting', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inkwell-leave-'));
    folders.push(folder);
    const pipe = join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    // Nothing ever writes to the pipe.
    const opens = `require('node:fs').open(${JSON.stringify(pipe)}, () => undefined)`;
    expect(await run(opens)).toEqual([null, 'SIGKILL']);
  });
});
