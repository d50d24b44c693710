import { deleteDB, openDB, type DBSchema } from 'idb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eraseDatabase } from './erase-database';
import { newId } from '../new-id';
import { openDatabase, replacementSuffix, unreadableDataListeners } from './open-database';

interface Schema extends DBSchema {
  rows: { key: string; value: number };
}

const opened = (name: string) =>
  openDatabase<Schema>(name, ['rows'], (db) => void db.createObjectStore('rows'));
const putAside = (persisted: boolean) =>
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));

it('leaves nothing open that blocks the next page when this one is frozen', async () => {
  const name = `open-${newId()}`;
  const db = await opened(name);
  await db.put('rows', 1, 'a');
  const tx = db.transaction('rows', 'readwrite');
  const done = tx.done.catch((failure: unknown) => failure);
  // A transaction frozen in here would never end.
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

it('lets a page that closes finish what it has begun', async () => {
  const name = `open-${newId()}`;
  const db = await opened(name);
  const put = db.put('rows', 1, 'a');
  putAside(false);
  await put;
  expect(await db.get('rows', 'a')).toBe(1);
  db.close();
  await deleteDB(name);
});

describe('a store that this build can’t use', () => {
  async function other(version: number, store: string): Promise<string> {
    const name = `open-${newId()}`;
    const db = await openDB(name, version, {
      upgrade: (opening) => void opening.createObjectStore(store),
    });
    await db.put(store, 7, 'a');
    db.close();
    onTestFinished(() => eraseDatabase(name));
    return name;
  }

  it.each([
    ['of a newer version', 2, 'rows'],
    ['without its stores', 1, 'others'],
  ])('%s is set aside unchanged, and reported once', async (_what, version, store) => {
    const name = await other(version, store);
    const warnings: string[] = [];
    onTestFinished(unreadableDataListeners.add((what) => warnings.push(what)));
    for (const value of [1, 2]) {
      const db = await opened(name);
      expect(await db.get('rows', 'a')).toBe(value === 1 ? undefined : 1);
      await db.put('rows', value, 'a');
      db.close();
    }
    expect(warnings).toEqual(['store']);
    const old = await openDB(name, version);
    expect(await old.get(store, 'a')).toBe(7);
    old.close();
  });

  it('is erased with the account, along with its replacement', async () => {
    const name = await other(2, 'rows');
    (await opened(name)).close();
    await eraseDatabase(name);
    const names = (await indexedDB.databases()).map((one) => one.name ?? '');
    expect(names.filter((one) => one.startsWith(name))).toEqual([]);
  });

  it('is created again if the replacement is unusable too', async () => {
    const name = await other(2, 'rows');
    (await openDB(name + replacementSuffix, 3)).close();
    const db = await opened(name);
    await db.put('rows', 1, 'a');
    expect(await db.get('rows', 'a')).toBe(1);
    db.close();
  });
});
