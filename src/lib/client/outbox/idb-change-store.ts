import type { DBSchema, IDBPDatabase } from 'idb';
import { eraseDatabase } from '../storage/erase-database';
import { openDatabase, unreadableDataListeners } from '../storage/open-database';
import { outboxKinds, type PendingChange } from './pending-change';
import type { ChangeStore, ChangeWrites } from './outbox-runner';

interface Schema extends DBSchema {
  changes: { key: string; value: PendingChange };
}

/**
 * The changes of one account on this device. If the browser has no storage, they exist only in this
 * tab.
 */
export class IdbChangeStore implements ChangeStore {
  #db: Promise<IDBPDatabase<Schema> | null> | null = null;
  readonly #memory = new Map<string, PendingChange>();

  constructor(
    private readonly account: string,
    /** Called after something was written. */
    private readonly onWritten: () => void,
  ) {}

  get #name(): string {
    return `inkwell.outbox.${this.account}`;
  }

  async all(): Promise<readonly PendingChange[]> {
    const db = await this.#opened();
    return db ? readable(await db.getAll('changes')) : [...this.#memory.values()];
  }

  async transact(decide: (all: ReadonlyMap<string, PendingChange>) => ChangeWrites): Promise<void> {
    const db = await this.#opened();
    const isWritten = db ? await inTransaction(db, decide) : this.#inMemory(decide);
    if (isWritten) this.onWritten();
  }

  async close(): Promise<void> {
    (await this.#db)?.close();
  }

  /** Deletes all changes. */
  async erase(): Promise<void> {
    await this.close();
    await eraseDatabase(this.#name);
  }

  #opened(): Promise<IDBPDatabase<Schema> | null> {
    this.#db ??= openDatabase<Schema>(this.#name, ['changes'], (opened) => {
      opened.createObjectStore('changes', { keyPath: 'id' });
    }).catch(() => null);
    return this.#db;
  }

  #inMemory(decide: (all: ReadonlyMap<string, PendingChange>) => ChangeWrites): boolean {
    const writes = decide(this.#memory);
    for (const [id, change] of writes) {
      if (change) this.#memory.set(id, change);
      else this.#memory.delete(id);
    }
    return writes.size > 0;
  }
}

async function inTransaction(
  db: IDBPDatabase<Schema>,
  decide: (all: ReadonlyMap<string, PendingChange>) => ChangeWrites,
): Promise<boolean> {
  const tx = db.transaction('changes', 'readwrite');
  // The requests of the transaction report the same error.
  tx.done.catch(() => undefined);
  const all = readable(await tx.store.getAll());
  const writes = decide(new Map(all.map((one) => [one.id, one])));
  for (const [id, change] of writes) {
    if (change) await tx.store.put(change);
    else await tx.store.delete(id);
  }
  await tx.done;
  return writes.size > 0;
}

/** Skips rows that this build can't read, so that they don't break the others. */
function readable(rows: readonly unknown[]): readonly PendingChange[] {
  const good = rows.filter(isChange);
  if (good.length < rows.length) unreadableDataListeners.notify('rows');
  return good;
}

function isChange(value: unknown): value is PendingChange {
  if (typeof value !== 'object' || value === null) return false;
  const { id, kind, row, rev, at, from, to, tried } = value as Partial<PendingChange>;
  const isOneOf = typeof kind === 'string' && (outboxKinds as readonly string[]).includes(kind);
  const isNumber = [row, rev, at].every((one) => typeof one === 'number');
  const isFields = [from, to, tried].every((one) => typeof one === 'object');
  return typeof id === 'string' && isOneOf && isNumber && isFields;
}
