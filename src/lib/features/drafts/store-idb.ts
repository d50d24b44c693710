import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import { eraseDatabase } from '../../client/erase-database';
import { openDatabase } from '../../client/open-database';
import { applyChange, scopeOf, type Change } from './engine/change';
import type { BinEntry, DraftRecord, Grave } from './engine/record';
import type { Job } from './engine/replies';
import type { Keys } from './engine/state';
import { WorkingSet, type Env, type Patch, type Rows } from './engine/working-set';

interface Schema extends DBSchema {
  records: { key: string; value: DraftRecord; indexes: { serverId: number; asideOf: string } };
  graves: { key: string; value: Grave; indexes: { serverId: number } };
  bin: { key: string; value: BinEntry; indexes: { local: string } };
}

type StoreName = 'records' | 'graves' | 'bin';
type Transaction = IDBPTransaction<Schema, StoreName[], 'readonly' | 'readwrite'>;
type Writing = IDBPTransaction<Schema, StoreName[], 'readwrite'>;

const stores: StoreName[] = ['records', 'graves', 'bin'];

/** Rows that are read in one task. All of 10,000 at once took 100 ms, in which no key was answered. */
const portion = 500;

/** The disk is full. Nothing of the change was written. */
export class StorageFull extends Error {}

export interface Written {
  readonly patch: Patch;
  readonly jobs: readonly Job[];
}

/**
 * The drafts of one account on this device. One change is one transaction over fresh rows, so tabs
 * never overwrite each other, and what is owed to the server is stored with what is seen.
 */
export class IdbStore {
  private constructor(
    private readonly db: IDBPDatabase<Schema>,
    private readonly name: string,
  ) {}

  static async open(accountId: string): Promise<IdbStore> {
    const name = databaseName(accountId);
    const db = await openDatabase<Schema>(name, (opened) => {
      const records = opened.createObjectStore('records', { keyPath: 'local' });
      records.createIndex('serverId', 'serverId');
      records.createIndex('asideOf', 'asideOf');
      opened.createObjectStore('graves', { keyPath: 'key' }).createIndex('serverId', 'serverId');
      opened.createObjectStore('bin', { keyPath: 'id' }).createIndex('local', 'local');
    });
    return new IdbStore(db, name);
  }

  /** Throws `StorageFull`, or whatever IndexedDB reports; then nothing was written. */
  async write(change: Change, env: Env, applied: (patch: Patch) => void): Promise<Written> {
    const tx = this.db.transaction(stores, 'readwrite');
    try {
      const work = new WorkingSet(await readScope(tx, change), env);
      const jobs = applyChange(work, change);
      const { patch } = work;
      const done = Promise.all([...puts(tx, patch), tx.done]);
      // Whatever ends this early, the rest of its requests fail with it.
      done.catch(() => undefined);
      applied(patch);
      await done;
      return { patch, jobs };
    } catch (failure) {
      tx.done.catch(() => undefined);
      abort(tx);
      throw isQuota(failure) || isQuota(tx.error) ? new StorageFull('full') : failure;
    }
  }

  async read(keys: Keys | 'all'): Promise<Patch> {
    const tx = this.db.transaction(stores, 'readonly');
    // Its requests tell of the same failure.
    tx.done.catch(() => undefined);
    if (keys === 'all') {
      const { records, graves, bin } = await readAll(tx);
      return {
        records: new Map(records.map((record) => [record.local, record])),
        graves: new Map(graves.map((grave) => [grave.key, grave])),
        bin: new Map(bin.map((entry) => [entry.id, entry])),
      };
    }
    const [someRecords, someGraves, someBin] = await Promise.all([
      Promise.all(keys.records.map((key) => tx.objectStore('records').get(key))),
      Promise.all(keys.graves.map((key) => tx.objectStore('graves').get(key))),
      Promise.all(keys.bin.map((key) => tx.objectStore('bin').get(key))),
    ]);
    return {
      records: new Map(keys.records.map((key, index) => [key, someRecords[index] ?? null])),
      graves: new Map(keys.graves.map((key, index) => [key, someGraves[index] ?? null])),
      bin: new Map(keys.bin.map((key, index) => [key, someBin[index] ?? null])),
    };
  }

  close(): void {
    this.db.close();
  }

  /** Deletes everything of the account on this device. */
  async erase(): Promise<void> {
    this.db.close();
    await eraseDatabase(this.name);
  }
}

function databaseName(accountId: string): string {
  return `inkwell.drafts.${accountId}`;
}

async function readScope(tx: Transaction, change: Change): Promise<Rows> {
  const scope = scopeOf(change);
  if (scope.type === 'all') return readAll(tx);
  if (scope.type === 'locals') {
    const { locals } = scope;
    const store = tx.objectStore('records');
    const found = await Promise.all(locals.map((local) => store.get(local)));
    const asides = await Promise.all(locals.map((local) => store.index('asideOf').getAll(local)));
    const records = [...found.filter((record) => record !== undefined), ...asides.flat()];
    return { records, graves: [], bin: await readBin(tx, locals) };
  }
  const [byId, gravesById] = [
    tx.objectStore('records').index('serverId'),
    tx.objectStore('graves').index('serverId'),
  ];
  const records = await Promise.all(scope.ids.map((id) => byId.get(id)));
  const graves = await Promise.all(scope.ids.map((id) => gravesById.get(id)));
  // An unknown row may be a copy of anything we have.
  if (scope.ids.some((_id, index) => !records[index] && !graves[index])) return readAll(tx);
  const found = records.filter((record) => record !== undefined);
  const bin = await readBin(tx, [
    ...found.map(({ local }) => local),
    ...graves.flatMap((grave) => grave?.local ?? []),
  ]);
  return {
    records: found,
    graves: graves.filter((grave) => grave !== undefined),
    bin,
  };
}

async function readBin(tx: Transaction, locals: readonly string[]): Promise<BinEntry[]> {
  const index = tx.objectStore('bin').index('local');
  return (await Promise.all(locals.map((local) => index.getAll(local)))).flat();
}

async function readAll(tx: Transaction) {
  const [records, graves, bin] = await Promise.all([
    inPortions(tx, 'records', ({ local }) => local),
    inPortions(tx, 'graves', ({ key }) => key),
    inPortions(tx, 'bin', ({ id }) => id),
  ]);
  return { records, graves, bin };
}

async function inPortions<Name extends StoreName>(
  tx: Transaction,
  name: Name,
  keyOf: (row: Schema[Name]['value']) => string,
): Promise<Schema[Name]['value'][]> {
  const rows: Schema[Name]['value'][] = [];
  let range: IDBKeyRange | null = null;
  for (;;) {
    const some: Schema[Name]['value'][] = await tx.objectStore(name).getAll(range, portion);
    rows.push(...some);
    const last = some.at(-1);
    if (last === undefined || some.length < portion) return rows;
    range = IDBKeyRange.lowerBound(keyOf(last), true);
  }
}

function puts(tx: Writing, patch: Patch): Promise<unknown>[] {
  const writes: Promise<unknown>[] = [];
  // When a later one throws at once, nobody awaits the earlier ones, which then fail with it.
  const add = (write: Promise<unknown>) => {
    write.catch(() => undefined);
    writes.push(write);
  };
  for (const [key, value] of patch.records) {
    const store = tx.objectStore('records');
    add(value ? store.put(value) : store.delete(key));
  }
  for (const [key, value] of patch.graves) {
    const store = tx.objectStore('graves');
    add(value ? store.put(value) : store.delete(key));
  }
  for (const [key, value] of patch.bin) {
    const store = tx.objectStore('bin');
    add(value ? store.put(value) : store.delete(key));
  }
  return writes;
}

function abort(tx: Writing): void {
  try {
    tx.abort();
  } catch {
    // It has ended already.
  }
}

function isQuota(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'QuotaExceededError';
}
