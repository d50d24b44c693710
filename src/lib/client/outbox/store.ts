import type { DBSchema, IDBPDatabase } from 'idb';
import { eraseDatabase } from '../erase-database';
import { openDatabase } from '../open-database';
import type { Change } from './change';
import type { ChangeStore, Writes } from './runner';

interface Schema extends DBSchema {
  changes: { key: string; value: Change };
}

/**
 * The changes of one account on this device. Where the browser keeps nothing they are in this tab
 * alone.
 */
export class IdbChanges implements ChangeStore {
  #db: Promise<IDBPDatabase<Schema> | null> | null = null;
  readonly #memory = new Map<string, Change>();

  constructor(
    private readonly account: string,
    /** Something was written. */
    private readonly onWritten: () => void,
  ) {}

  get #name(): string {
    return `inkwell.outbox.${this.account}`;
  }

  async all(): Promise<readonly Change[]> {
    const db = await this.#opened();
    return db ? db.getAll('changes') : [...this.#memory.values()];
  }

  async transact(decide: (all: ReadonlyMap<string, Change>) => Writes): Promise<void> {
    const db = await this.#opened();
    const isWritten = db ? await inTransaction(db, decide) : this.#inMemory(decide);
    if (isWritten) this.onWritten();
  }

  async close(): Promise<void> {
    (await this.#db)?.close();
  }

  /** Deletes all that is in it. */
  async erase(): Promise<void> {
    await this.close();
    await eraseDatabase(this.#name);
  }

  #opened(): Promise<IDBPDatabase<Schema> | null> {
    this.#db ??= openDatabase<Schema>(this.#name, (opened) => {
      opened.createObjectStore('changes', { keyPath: 'id' });
    }).catch(() => null);
    return this.#db;
  }

  #inMemory(decide: (all: ReadonlyMap<string, Change>) => Writes): boolean {
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
  decide: (all: ReadonlyMap<string, Change>) => Writes,
): Promise<boolean> {
  const tx = db.transaction('changes', 'readwrite');
  // Its requests tell of the same failure.
  tx.done.catch(() => undefined);
  const writes = decide(new Map((await tx.store.getAll()).map((one) => [one.id, one])));
  for (const [id, change] of writes) {
    if (change) await tx.store.put(change);
    else await tx.store.delete(id);
  }
  await tx.done;
  return writes.size > 0;
}
