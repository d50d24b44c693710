import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';

it('lets a process that had a PostgreSQL exit with its own failure code', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tests/torture/run.js', 'nothing'], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('No torture "nothing"');
  expect(status).toBe(1);
});
