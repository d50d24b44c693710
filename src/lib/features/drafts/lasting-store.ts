import type { Store } from './driver';
import { IdbStore } from './store-idb';

/** The store of an account, opened when first needed, and anew after it could not be opened. */
export class LastingStore implements Store {
  #store: Promise<IdbStore> | null = null;

  constructor(private readonly account: string) {}

  write: Store['write'] = async (...of) => (await this.#opened()).write(...of);
  read: Store['read'] = async (keys) => (await this.#opened()).read(keys);

  async close(): Promise<void> {
    const store = await this.#store?.catch(() => null);
    store?.close();
  }

  /** Deletes all that is in it. */
  async erase(): Promise<void> {
    const store = await this.#opened();
    await store.erase();
  }

  #opened(): Promise<IdbStore> {
    this.#store ??= IdbStore.open(this.account).catch((failure: unknown) => {
      this.#store = null;
      throw failure;
    });
    return this.#store;
  }
}
