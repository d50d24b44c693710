import { openDB } from 'idb';
import { expect, it } from 'vitest';
import { eraseDatabase } from './erase-database';
import { newId } from '../new-id';

const names = async () => (await indexedDB.databases()).map(({ name }) => name);

it('erases a database, and ignores a missing one', async () => {
  const name = `erase-${newId()}`;
  (await openDB(name, 1)).close();
  await eraseDatabase(name);
  expect(await names()).not.toContain(name);
  await eraseDatabase(name);
});

it('doesn’t wait for a page that keeps it open and doesn’t react', async () => {
  const name = `erase-${newId()}`;
  const held = await openDB(name, 1);
  await eraseDatabase(name);
  held.close();
  await expect.poll(names).not.toContain(name);
});
