import type * as v from 'valibot';
import { untrack } from 'svelte';
import { on } from 'svelte/events';
import { SvelteMap } from 'svelte/reactivity';
import {
  accountStorageKey,
  accountStorageNames,
  deleteAccountStorage,
  readAccountStorageAs,
  writeAccountStorage,
} from './account-storage';

/**
 * Records of one kind that this device stores for an account, by key. Each record is an entry of
 * its own, written synchronously, so a crash loses none and tabs don't overwrite each other's. They
 * are erased with the account's storage.
 */
export class AccountRecords<T> {
  readonly #all = new SvelteMap<string, T>();
  /** Keys of records that the device had no space for: they exist only in this tab. */
  readonly #unstored = new Set<string>();
  /** Key of the record that is open here: other tabs don't change it. */
  protected held: string | undefined;
  /** False if this browser has no storage: then records exist only in this window. */
  stored = $state(true);

  constructor(
    private readonly account: string,
    /** Start of the records' names in the account's storage. */
    private readonly start: string,
    private readonly schema: v.GenericSchema<unknown, T>,
  ) {
    this.refresh();
  }

  get all(): ReadonlyMap<string, T> {
    return this.#all;
  }

  get(key: string | undefined): T | undefined {
    return key === undefined ? undefined : this.#all.get(key);
  }

  /** The current record, whichever tab wrote it. Effects don't depend on it. */
  fresh(key: string | null): T | undefined {
    if (key === null) return undefined;
    return untrack(() => {
      this.#refreshOne(key);
      return this.#all.get(key);
    });
  }

  /** Reads what other tabs have written, before their events arrive. */
  refresh(): void {
    const names = accountStorageNames(this.account, this.start);
    const keys = names.map((name) => name.slice(this.start.length));
    untrack(() => {
      for (const key of new Set([...this.#all.keys(), ...keys])) this.#refreshOne(key);
    });
  }

  put(key: string, record: T): void {
    this.#all.set(key, record);
    this.stored = writeAccountStorage(this.account, this.start + key, record);
    if (this.stored) this.#unstored.delete(key);
    else this.#unstored.add(key);
  }

  /** Returns false if another tab was faster. */
  drop(key: string): boolean {
    this.#all.delete(key);
    const wasHere = this.#unstored.delete(key);
    return deleteAccountStorage(this.account, this.start + key) || wasHere;
  }

  /** Follows the other tabs; the returned function stops it. */
  follow(onChange?: () => void): () => void {
    const start = accountStorageKey(this.account, this.start);
    return on(window, 'storage', ({ key }) => {
      if (!key?.startsWith(start)) return;
      this.#refreshOne(key.slice(start.length));
      onChange?.();
    });
  }

  /** The record as it is stored on the device. */
  protected readStored(key: string): T | undefined {
    if (this.#unstored.has(key)) return this.#all.get(key);
    return readAccountStorageAs(this.account, this.start + key, this.schema);
  }

  /** Takes over what is stored on the device. */
  protected take(key: string): void {
    const record = this.readStored(key);
    if (record === undefined) this.#all.delete(key);
    else if (JSON.stringify(record) !== JSON.stringify(this.#all.get(key)))
      this.#all.set(key, record);
  }

  #refreshOne(key: string): void {
    if (key !== this.held) this.take(key);
  }
}
