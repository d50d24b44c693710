import { expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '../../client/new-id';
import { emptyBody, usualLimits, type Body } from './engine/body';
import type { Change } from './engine/change';
import { IdbStore, StorageFull } from './store-idb';

const body = (content: string): Body => ({ ...emptyBody, content });
const typed = (from: string, to: string) => ({
  type: 'edit' as const,
  local: 'one',
  from: body(from),
  to: body(to),
  at: 1,
});
const env = { now: 1, newId: newId, limits: usualLimits };

async function opened(): Promise<IdbStore> {
  const store = await IdbStore.open(newId());
  onTestFinished(() => store.erase());
  return store;
}

it('says that the disk is full, has written nothing then, and writes again later', async () => {
  const store = await opened();
  const write = (change: Change) => store.write(change, env, () => undefined);
  await write(typed('', 'stored'));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No space is left.', 'QuotaExceededError');
  });
  await expect(write(typed('stored', 'not stored'))).rejects.toBeInstanceOf(StorageFull);
  put.mockRestore();
  expect((await store.read('all')).records.get('one')?.body.content).toBe('stored');
  await write(typed('stored', 'stored at last'));
  expect((await store.read('all')).records.get('one')?.body.content).toBe('stored at last');
});

it('takes back all of a change when the disk gets full in the middle of it', async () => {
  const store = await opened();
  await store.write(typed('', 'stored'), env, () => undefined);
  // The text is put; what it replaces, for the bin, is not.
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
  ) {
    if (this.name === 'bin') throw new DOMException('No space is left.', 'QuotaExceededError');
    return this.add({ ...(value as object), local: 'another' });
  });
  await expect(store.write(typed('stored', ''), env, () => undefined)).rejects.toBeInstanceOf(
    StorageFull,
  );
  put.mockRestore();
  const { records, bin } = await store.read('all');
  expect([...records.values()].map((record) => record?.body.content)).toEqual(['stored']);
  expect(bin.size).toBe(0);
});

it('reads all of many drafts, each once', async () => {
  const store = await opened();
  const locals = Array.from({ length: 1200 }, (_, index) => `draft${index}`);
  for (const local of locals) {
    await store.write({ ...typed('', local), local }, env, () => undefined);
  }
  const { records } = await store.read('all');
  expect(new Set(records.keys())).toEqual(new Set(locals));
  expect(records.get('draft1199')?.body.content).toBe('draft1199');
});
