import { whenPainted } from '../../ui/after-paint';
import type { DraftStore } from './draft-driver';
import { IdbDraftStore } from './draft-store-idb';

/**
 * The draft store of an account. Opens on first use, and reopens after opening failed or after a
 * sign-out in another tab erased it and the user signed in again.
 */
export class ReopeningStore implements DraftStore {
  #store: Promise<IdbDraftStore> | null = null;
  #wasErased = false;

  constructor(
    private readonly account: string,
    private readonly canOpen: () => boolean = () => true,
  ) {}

  write: DraftStore['write'] = async (...of) => {
    // The list shows a deletion before it is stored, and in less time without this.
    if (of[0].type === 'remove') await whenPainted();
    return this.#use((store) => store.write(...of));
  };
  read: DraftStore['read'] = (keys) => this.#use((store) => store.read(keys));

  async #use<T>(work: (store: IdbDraftStore) => Promise<T>): Promise<T> {
    if (this.#wasErased && !this.canOpen()) throw new Error('signed out');
    const store = await this.#opened();
    try {
      return await work(store);
    } catch (failure) {
      if (failure instanceof DOMException && failure.name === 'InvalidStateError') {
        this.#store = null;
        this.#wasErased = true;
      }
      throw failure;
    }
  }

  async close(): Promise<void> {
    const store = await this.#store?.catch(() => null);
    store?.close();
  }

  async erase(): Promise<void> {
    const store = await this.#opened();
    await store.erase();
  }

  #opened(): Promise<IdbDraftStore> {
    this.#store ??= IdbDraftStore.open(this.account).catch((failure: unknown) => {
      this.#store = null;
      throw failure;
    });
    return this.#store;
  }
}
