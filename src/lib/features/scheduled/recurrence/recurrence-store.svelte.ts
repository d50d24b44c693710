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
 * The recurrence records of an account on this device; signing out erases them. Changes show in
 * other tabs immediately.
 */
export class RecurrenceStore {
  readonly #all = new SvelteMap<string, Recurrence>();
  /** False if the browser can't store anything: rules last until this window closes. */
  stored = $state(true);

  constructor(private readonly account: string) {
    for (const name of accountStorageNames(account, start)) this.#read(name);
  }

  get all(): readonly Recurrence[] {
    return [...this.#all.values()];
  }

  /** The current record, whichever tab wrote it. */
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

  /** Follows changes of other tabs. Returns a function that stops it. */
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
