import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { ownFolder } from '../../../../../tests/support/storages';
import { memoryStore } from '../../../../../tests/support/stores';
import { openFolder } from './pglite';

it('lets other work run during a statement', async () => {
  const store = await memoryStore();
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await store.db.execute(sql`select pg_sleep(0.3)`);
  isOver = true;
  expect(turns).toBeGreaterThan(5);
  await store.close();
});

it('refuses the folder of another database with one line', async () => {
  const dataDir = ownFolder();
  await (await openFolder(dataDir)).close();
  for (const [version, words] of [
    ['16\n', 'It was made by PostgreSQL 16.'],
    ['noise', 'cannot be read by the built-in PostgreSQL. Restore'],
  ] as const) {
    await writeFile(join(dataDir, 'pgdata', 'PG_VERSION'), version);
    await expect(openFolder(dataDir)).rejects.toMatchObject({
      ...{ name: 'StartFailure', reason: 'unreadable' },
      message: expect.stringMatching(/^[^\n]+$/) as string,
    });
    await expect(openFolder(dataDir)).rejects.toThrow(words);
  }
});
