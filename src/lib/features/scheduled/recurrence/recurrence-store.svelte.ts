import * as v from 'valibot';
import { SvelteMap } from 'svelte/reactivity';
import {
  deleteAccountStorage,
  accountStorageNames,
  readAccountStorage,
  writeAccountStorage,
} from '../../../client/storage/account-storage';
import { recurrenceSchema, type Recurrence } from './recurrence-record';

const start = 'series/';

/**
 * The rules that this device keeps for an account, one record each; signing out erases them. Other
 * tabs see a change at once.
 */
export class RecurrenceStore {
  readonly #all = new SvelteMap<string, Recurrence>();
  /** False: this browser keeps nothing, and a rule lasts as long as this window. */
  stored = $state(true);

  constructor(private readonly account: string) {
    for (const name of accountStorageNames(account, start)) this.#read(name);
  }

  get all(): readonly Recurrence[] {
    return [...this.#all.values()];
  }

  /** As it is now, whichever tab wrote it. */
  fresh(id: string): Recurrence | null {
    if (this.stored) this.#read(start + id);
    return this.#all.get(id) ?? null;
  }

  put(series: Recurrence): void {
    this.#all.set(series.id, series);
    this.stored = writeAccountStorage(this.account, start + series.id, series);
  }

  drop(id: string): void {
    this.#all.delete(id);
    deleteAccountStorage(this.account, start + id);
  }

  /** Follows the other tabs; the result stops it. */
  follow(): () => void {
    const changed = ({ key }: StorageEvent) => {
      const names = new Set([
        ...accountStorageNames(this.account, start),
        ...[...this.#all.keys()].map((id) => start + id),
      ]);
      for (const name of names) if (key === null || key.endsWith(`/${name}`)) this.#read(name);
    };
    window.addEventListener('storage', changed);
    return () => window.removeEventListener('storage', changed);
  }

  #read(name: string): void {
    const read = v.safeParse(recurrenceSchema, readAccountStorage(this.account, name));
    if (read.success) this.#all.set(read.output.id, read.output);
    else this.#all.delete(name.slice(start.length));
  }
}
