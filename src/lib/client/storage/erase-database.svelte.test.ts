import { openDB } from 'idb';
import { expect, it } from 'vitest';
import { eraseDatabase } from './erase-database';
import { newId } from '../new-id';

const names = async () => (await indexedDB.databases()).map(({ name }) => name);

it('erases what is there, and what is not', async () => {
  const name = `erase-${newId()}`;
  (await openDB(name, 1)).close();
  await eraseDatabase(name);
  expect(await names()).not.toContain(name);
  await eraseDatabase(name);
});

it('does not wait for a page that holds it open and hears nothing', async () => {
  const name = `erase-${newId()}`;
  const held = await openDB(name, 1);
  await eraseDatabase(name);
  held.close();
  await expect.poll(names).not.toContain(name);
});
