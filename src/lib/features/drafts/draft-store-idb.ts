import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import { eraseDatabase } from '../../client/storage/erase-database';
import { openDatabase, unreadableDataListeners } from '../../client/storage/open-database';
import { applyChange, changeScopeOf, type DraftChange } from './engine/draft-change';
import { isBlankBody, defaultLimits } from './engine/draft-body';
import {
  isDirty,
  type TrashEntry,
  type DraftRecord,
  type DraftTombstone,
} from './engine/draft-record';
import type { DraftJob } from './engine/push-results';
import type { DraftStoreKeys } from './engine/engine-state';
import {
  WorkingSet,
  type ChangeEnvironment,
  type StorePatch,
  type TransactionRows,
} from './engine/working-set';

/**
 * Checks that stored rows have the shape the engine expects: another build can have written them.
 */
type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;
const isId = (value: unknown) => value === null || typeof value === 'number';
const isText = (value: unknown) => typeof value === 'string';
const isListOf = (value: unknown, check: (each: unknown) => boolean) =>
  Array.isArray(value) && value.every(check);
const orNull = (value: unknown, check: (value: Values) => boolean) =>
  value === null || value === undefined || (isObject(value) && check(value));

function isBody(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { type, to, topic, content } = value;
  const isKind = type === '' || type === 'stream' || type === 'private';
  return isKind && isListOf(to, (id) => typeof id === 'number') && isText(topic) && isText(content);
}

function isDraftRecord(value: unknown): value is DraftRecord {
  if (!isObject(value)) return false;
  const { local, body, editedAt, serverId, base, seen, echoes, doubt, ghosts } = value;
  return (
    isText(local) &&
    isBody(body) &&
    typeof editedAt === 'number' &&
    isId(serverId) &&
    orNull(base, (copy) => isBody(copy['body']) && typeof copy['timestamp'] === 'number') &&
    orNull(seen, isBody) &&
    isListOf(echoes, (push) => isObject(push) && isBody(push['body'])) &&
    orNull(doubt, (one) => isBody(one['body']) && typeof one['after'] === 'number') &&
    isListOf(ghosts, isText) &&
    orNull(value['conflict'], (one) => isText(one['other']) && isBody(one['base'])) &&
    orNull(value['refused'], (one) => isBody(one['body'])) &&
    orNull(value['sending'], (one) => isBody(one['body']) && isText(one['attempt']))
  );
}

function isDraftTombstone(value: unknown): value is DraftTombstone {
  if (!isObject(value)) return false;
  const { key, local, serverId, ghosts, text } = value;
  return isText(key) && isText(local) && isId(serverId) && isListOf(ghosts, isText) && isText(text);
}

function isTrashEntry(value: unknown): value is TrashEntry {
  if (!isObject(value)) return false;
  const { id, local, body, reason, at } = value;
  return isText(id) && isText(local) && isBody(body) && isText(reason) && typeof at === 'number';
}

interface Schema extends DBSchema {
  records: { key: string; value: DraftRecord; indexes: { serverId: number; asideOf: string } };
  graves: { key: string; value: DraftTombstone; indexes: { serverId: number } };
  bin: { key: string; value: TrashEntry; indexes: { local: string } };
}

type StoreName = 'records' | 'graves' | 'bin';
type Transaction = IDBPTransaction<Schema, StoreName[], 'readonly' | 'readwrite'>;
type Writing = IDBPTransaction<Schema, StoreName[], 'readwrite'>;

const stores: StoreName[] = ['records', 'graves', 'bin'];

/** Rows read in one task. Reading 10,000 in one go took 100 ms, during which typing was blocked. */
const portion = 500;

/** The disk is full. Nothing of the change was written. */
export class StorageFullError extends Error {}

export interface StoreWriteResult {
  readonly patch: StorePatch;
  readonly jobs: readonly DraftJob[];
}

/**
 * The drafts of one account on this device. Each change is one transaction that rereads its rows,
 * so tabs never overwrite each other, and pending server calls are stored with the data they belong
 * to.
 */
export class IdbDraftStore {
  private constructor(
    private readonly db: IDBPDatabase<Schema>,
    private readonly name: string,
  ) {}

  static async open(accountId: string): Promise<IdbDraftStore> {
    const name = databaseName(accountId);
    const db = await openDatabase<Schema>(name, stores, (opened) => {
      const records = opened.createObjectStore('records', { keyPath: 'local' });
      records.createIndex('serverId', 'serverId');
      records.createIndex('asideOf', 'asideOf');
      opened.createObjectStore('graves', { keyPath: 'key' }).createIndex('serverId', 'serverId');
      opened.createObjectStore('bin', { keyPath: 'id' }).createIndex('local', 'local');
    });
    return new IdbDraftStore(db, name);
  }

  /** Throws `StorageFullError` or the IndexedDB error; nothing was written then. */
  async write(
    change: DraftChange,
    env: ChangeEnvironment,
    applied: (patch: StorePatch) => void,
  ): Promise<StoreWriteResult> {
    const tx = this.db.transaction(stores, 'readwrite');
    try {
      const work = new WorkingSet(await readScope(tx, change), env);
      const jobs = applyChange(work, change);
      const { patch } = work;
      const done = Promise.all([...puts(tx, patch), tx.done]);
      // If the transaction ends early, its remaining requests fail with the same error.
      done.catch(() => undefined);
      applied(patch);
      await done;
      return { patch, jobs };
    } catch (failure) {
      tx.done.catch(() => undefined);
      abort(tx);
      throw isQuota(failure) || isQuota(tx.error) ? new StorageFullError('full') : failure;
    }
  }

  async read(keys: DraftStoreKeys | 'all'): Promise<StorePatch> {
    const tx = this.db.transaction(stores, 'readonly');
    // The requests report the same failure.
    tx.done.catch(() => undefined);
    if (keys === 'all') {
      const { records, graves, bin } = await readAll(tx);
      return {
        records: new Map(records.map((record) => [record.local, record])),
        graves: new Map(graves.map((tombstone) => [tombstone.key, tombstone])),
        bin: new Map(bin.map((entry) => [entry.id, entry])),
      };
    }
    const [someRecords, someTombstones, someTrash]: readonly unknown[][] = await Promise.all([
      Promise.all(keys.records.map((key) => tx.objectStore('records').get(key))),
      Promise.all(keys.graves.map((key) => tx.objectStore('graves').get(key))),
      Promise.all(keys.bin.map((key) => tx.objectStore('bin').get(key))),
    ]);
    return {
      records: byKey(keys.records, someRecords, isDraftRecord),
      graves: byKey(keys.graves, someTombstones, isDraftTombstone),
      bin: byKey(keys.bin, someTrash, isTrashEntry),
    };
  }

  /**
   * The session ended elsewhere: deletes drafts the server has and the trash; keeps unsent text.
   */
  async retainUnsent(): Promise<void> {
    const tx = this.db.transaction(stores, 'readwrite');
    const { records, graves } = await readAll(tx);
    for (const { local } of records.filter((one) => !isUnsent(one))) {
      void tx.objectStore('records').delete(local);
    }
    // Keeps only tombstones of rows that still have to be deleted on the server.
    for (const tombstone of graves) {
      if (!tombstone.pending && !tombstone.doubt)
        void tx.objectStore('graves').delete(tombstone.key);
    }
    void tx.objectStore('bin').clear();
    await tx.done;
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

export const draftsDatabasePrefix = 'inkwell.drafts.';

function databaseName(accountId: string): string {
  return `${draftsDatabasePrefix}${accountId}`;
}

/** Part of the draft exists only on this device. */
function isUnsent(record: DraftRecord): boolean {
  if (isBlankBody(record.body)) return false;
  return record.sending !== null || record.conflict !== null || isDirty(record, defaultLimits);
}

async function readScope(tx: Transaction, change: DraftChange): Promise<TransactionRows> {
  const scope = changeScopeOf(change);
  if (scope.type === 'all') return readAll(tx);
  if (scope.type === 'locals') {
    const { locals } = scope;
    const store = tx.objectStore('records');
    const found = await Promise.all(locals.map((local) => store.get(local)));
    const asides = await Promise.all(locals.map((local) => store.index('asideOf').getAll(local)));
    const records = [...found, ...asides.flat()].filter(isDraftRecord);
    return { records, graves: [], bin: await readTrash(tx, locals) };
  }
  const [byId, tombstonesById] = [
    tx.objectStore('records').index('serverId'),
    tx.objectStore('graves').index('serverId'),
  ];
  const records = await Promise.all(scope.ids.map((id) => byId.get(id)));
  const tombstones = await Promise.all(scope.ids.map((id) => tombstonesById.get(id)));
  // A row with an unknown id can be a copy of any draft we have.
  const isKnown = (index: number) =>
    isDraftRecord(records[index]) || isDraftTombstone(tombstones[index]);
  if (!scope.ids.every((_id, index) => isKnown(index))) return readAll(tx);
  const [found, buried] = [records.filter(isDraftRecord), tombstones.filter(isDraftTombstone)];
  const bin = await readTrash(
    tx,
    [...found, ...buried].map(({ local }) => local),
  );
  return { records: found, graves: buried, bin };
}

async function readTrash(tx: Transaction, locals: readonly string[]): Promise<TrashEntry[]> {
  const index = tx.objectStore('bin').index('local');
  return (await Promise.all(locals.map((local) => index.getAll(local))))
    .flat()
    .filter(isTrashEntry);
}

async function readAll(tx: Transaction) {
  const [records, graves, bin] = await Promise.all([
    inPortions(tx, 'records', isDraftRecord),
    inPortions(tx, 'graves', isDraftTombstone),
    inPortions(tx, 'bin', isTrashEntry),
  ]);
  return { records, graves, bin };
}

/** Returns the rows this build can read; an unreadable row doesn't affect others. */
async function inPortions<Name extends StoreName>(
  tx: Transaction,
  name: Name,
  isReadable: (row: unknown) => row is Schema[Name]['value'],
): Promise<Schema[Name]['value'][]> {
  const rows: Schema[Name]['value'][] = [];
  let range: IDBKeyRange | null = null;
  const store = tx.objectStore(name);
  for (;;) {
    const [keys, some]: [IDBValidKey[], unknown[]] = await Promise.all([
      store.getAllKeys(range, portion),
      store.getAll(range, portion),
    ]);
    const good = some.filter(isReadable);
    rows.push(...good);
    if (good.length < some.length) unreadableDataListeners.notify('rows');
    const last = keys.at(-1);
    if (last === undefined || keys.length < portion) return rows;
    range = IDBKeyRange.lowerBound(last, true);
  }
}

function byKey<T>(
  keys: readonly string[],
  rows: readonly unknown[] | undefined,
  isReadable: (row: unknown) => row is T,
): Map<string, T | null> {
  return new Map(
    keys.map((key, index) => {
      const row = rows?.[index];
      return [key, isReadable(row) ? row : null];
    }),
  );
}

function puts(tx: Writing, patch: StorePatch): Promise<unknown>[] {
  const writes: Promise<unknown>[] = [];
  // If a later request throws synchronously, the earlier ones aren't awaited and reject unhandled.
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
    // The transaction has already ended.
  }
}

function isQuota(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'QuotaExceededError';
}
