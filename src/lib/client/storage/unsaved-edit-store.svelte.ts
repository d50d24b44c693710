import * as v from 'valibot';
import { SvelteMap } from 'svelte/reactivity';
import {
  deleteAccountStorage,
  accountStorageNames,
  readAccountStorage,
  unsavedTextPrefix,
  writeAccountStorage,
} from './account-storage';

/**
 * Unsaved edits of one kind, by the key of what is edited. Each is stored on this device before the
 * next key press, one record each, so that neither a crash nor another tab loses any.
 */
export class UnsavedEditStore<T> {
  readonly #all = new SvelteMap<string, T>();
  readonly #start: string;
  /** Key of the text that is open here: other tabs don't change it while the user types. */
  #held: string | undefined;
  /** False if this browser has no storage: then edits exist only in this window. */
  stored = $state(true);

  constructor(
    private readonly account: string,
    kind: 'scheduled' | 'snippet' | 'message' | 'channel',
    private readonly schema: v.GenericSchema<unknown, T>,
    /** Whether two edits are equivalent. */
    private readonly isSame: (one: T, other: T) => boolean,
  ) {
    this.#start = `${unsavedTextPrefix}${kind}/`;
    for (const name of accountStorageNames(account, this.#start)) this.#read(name);
  }

  get all(): ReadonlyMap<string, T> {
    return this.#all;
  }

  get(key: string | undefined): T | undefined {
    return key === undefined ? undefined : this.#all.get(key);
  }

  put(key: string, edit: T): void {
    this.#all.set(key, edit);
    this.stored = writeAccountStorage(this.account, this.#start + key, edit);
  }

  /** Returns false if another tab was faster. */
  drop(key: string): boolean {
    const had = this.#all.delete(key);
    return deleteAccountStorage(this.account, this.#start + key) || (had && !this.stored);
  }

  /**
   * Marks the text as open here. The returned function releases it. If another tab has stored a
   * different edit, that one counts from then on, and the function returns this tab's edit.
   */
  hold(key: string): () => T | undefined {
    this.#held = key;
    return () => {
      this.#held = undefined;
      const mine = this.#all.get(key);
      if (!mine || !this.stored) return undefined;
      const theirs = this.#stored(key);
      if (theirs) this.#all.set(key, theirs);
      else this.#all.delete(key);
      return theirs && !this.isSame(theirs, mine) ? mine : undefined;
    };
  }

  /** Follows the other tabs; the returned function stops it. */
  follow(): () => void {
    const changed = ({ key }: StorageEvent) => {
      for (const name of accountStorageNames(this.account, this.#start)) {
        const isHeld = name === this.#start + this.#held;
        if (!isHeld && (key === null || key.endsWith(name))) this.#read(name);
      }
      for (const known of this.#all.keys()) {
        if (
          known !== this.#held &&
          key?.endsWith(`/${this.#start}${known}`) &&
          readAccountStorage(this.account, this.#start + known) === null
        ) {
          this.#all.delete(known);
        }
      }
    };
    window.addEventListener('storage', changed);
    return () => window.removeEventListener('storage', changed);
  }

  #read(name: string): void {
    const key = name.slice(this.#start.length);
    const edit = this.#stored(key);
    if (edit) this.#all.set(key, edit);
  }

  #stored(key: string): T | undefined {
    const read = v.safeParse(this.schema, readAccountStorage(this.account, this.#start + key));
    return read.success ? read.output : undefined;
  }
}
