import { openDB } from 'idb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '../../client/new-id';
import { unreadableDataListeners } from '../../client/storage/open-database';
import { emptyBody, defaultLimits, type DraftBody } from './engine/draft-body';
import type { DraftChange } from './engine/draft-change';
import { draftsDatabasePrefix, IdbDraftStore, StorageFullError } from './draft-store-idb';

const body = (content: string): DraftBody => ({ ...emptyBody, content });
const typed = (from: string, to: string) => ({
  type: 'edit' as const,
  local: 'one',
  from: body(from),
  to: body(to),
  at: 1,
});
const env = { now: 1, newId: newId, limits: defaultLimits };

async function opened(): Promise<IdbDraftStore> {
  const store = await IdbDraftStore.open(newId());
  onTestFinished(() => store.erase());
  return store;
}

it('reports a full disk, writes nothing then, and can write again later', async () => {
  const store = await opened();
  const write = (change: DraftChange) => store.write(change, env, () => undefined);
  await write(typed('', 'stored'));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No space is left.', 'QuotaExceededError');
  });
  await expect(write(typed('stored', 'not stored'))).rejects.toBeInstanceOf(StorageFullError);
  put.mockRestore();
  expect((await store.read('all')).records.get('one')?.body.content).toBe('stored');
  await write(typed('stored', 'stored at last'));
  expect((await store.read('all')).records.get('one')?.body.content).toBe('stored at last');
});

it('rolls back the whole change when the disk fills up in the middle of it', async () => {
  const store = await opened();
  await store.write(typed('', 'stored'), env, () => undefined);
  // Writing the text succeeds; writing the replaced text to the trash fails.
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
  ) {
    if (this.name === 'bin') throw new DOMException('No space is left.', 'QuotaExceededError');
    return this.add({ ...(value as object), local: 'another' });
  });
  await expect(store.write(typed('stored', ''), env, () => undefined)).rejects.toBeInstanceOf(
    StorageFullError,
  );
  put.mockRestore();
  const { records, bin } = await store.read('all');
  expect([...records.values()].map((record) => record?.body.content)).toEqual(['stored']);
  expect(bin.size).toBe(0);
});

it('reads each of many drafts once', async () => {
  const store = await opened();
  const locals = Array.from({ length: 1200 }, (_, index) => `draft${index}`);
  for (const local of locals) {
    await store.write({ ...typed('', local), local }, env, () => undefined);
  }
  const { records } = await store.read('all');
  expect(new Set(records.keys())).toEqual(new Set(locals));
  expect(records.get('draft1199')?.body.content).toBe('draft1199');
});

describe('an unreadable row', () => {
  const bad = {
    records: [
      { local: 'bad1' },
      { local: 'bad2', body: { content: 5 }, serverId: 1 },
      { local: 'bad3', body: body('x'), editedAt: 'now', asideOf: 'one' },
    ],
    graves: [{ key: 'bad' }, { key: 'bad2', serverId: 2 }],
    bin: [{ id: 'bad', local: 'one' }],
  };

  async function spoilt() {
    const account = newId();
    const store = await IdbDraftStore.open(account);
    await store.write(typed('', 'good'), env, () => undefined);
    const raw = await openDB(draftsDatabasePrefix + account, 1);
    for (const [name, rows] of Object.entries(bad)) {
      for (const row of rows) await raw.put(name, row);
    }
    raw.close();
    onTestFinished(() => store.erase());
    const warnings: string[] = [];
    onTestFinished(unreadableDataListeners.add((what) => warnings.push(what)));
    return { store, warnings };
  }

  it('affects no other row, and is reported', async () => {
    const { store, warnings } = await spoilt();
    const { records, graves, bin } = await store.read('all');
    expect([...records.keys(), ...graves.keys(), ...bin.keys()]).toEqual(['one']);
    expect(warnings).toContain('rows');
    const some = await store.read({ records: ['one', 'bad1'], graves: ['bad'], bin: ['bad'] });
    expect([...some.records.values()].map((row) => row?.body.content)).toEqual(['good', undefined]);
  });

  it('blocks no change', async () => {
    const { store } = await spoilt();
    const write = (change: DraftChange) => store.write(change, env, () => undefined);
    await write(typed('good', 'and better'));
    const row = (id: number) => ({ ...body(`of the server ${id}`), id, timestamp: 1 });
    // One row has the id of an unreadable one, so a new record is created for it.
    await write({ type: 'rows', rows: [row(1), row(2), row(3)] });
    await write({ type: 'takeOver' });
    const { records } = await store.read('all');
    const texts = [...records.values()].map((one) => one?.body.content).sort();
    expect(texts).toEqual(['and better', 'of the server 1', 'of the server 2', 'of the server 3']);
  });
});
