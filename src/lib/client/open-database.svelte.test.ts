import { deleteDB, openDB, type DBSchema } from 'idb';
import { expect, it } from 'vitest';
import { newId } from './new-id';
import { openDatabase } from './open-database';

interface Schema extends DBSchema {
  rows: { key: string; value: number };
}

const opened = (name: string) => openDatabase<Schema>(name, (db) => db.createObjectStore('rows'));
const putAside = (persisted: boolean) =>
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));

it('leaves nothing open that the next page would wait for when this one is put aside', async () => {
  const name = `open-${newId()}`;
  const db = await opened(name);
  await db.put('rows', 1, 'a');
  const tx = db.transaction('rows', 'readwrite');
  const done = tx.done.catch((failure: unknown) => failure);
  // Frozen in here, it would never end.
  const frozen = (async () => {
    for (;;) await tx.store.put(2, 'a');
  })().catch(() => 'ended');
  putAside(true);
  expect(await done).toBeInstanceOf(Error);
  expect(await frozen).toBe('ended');
  const next = await openDB<Schema>(name, 1);
  expect(await next.get('rows', 'a')).toBe(1);
  await expect(db.get('rows', 'a')).rejects.toThrow();
  next.close();
  await deleteDB(name);
});

it('lets a page that goes for good end what it has begun', async () => {
  const name = `open-${newId()}`;
  const db = await opened(name);
  const put = db.put('rows', 1, 'a');
  putAside(false);
  await put;
  expect(await db.get('rows', 'a')).toBe(1);
  db.close();
  await deleteDB(name);
});
