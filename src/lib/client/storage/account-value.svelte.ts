import type * as v from 'valibot';
import { AccountRecords } from './account-records.svelte';

export class AccountValue<T> {
  readonly #records: AccountRecords<T>;

  constructor(
    account: string,
    name: string,
    schema: v.GenericSchema<unknown, T>,
    /** The value if nothing readable is stored. */
    private readonly empty: T,
  ) {
    this.#records = new AccountRecords(account, name, schema);
  }

  get current(): T {
    return this.#records.get('') ?? this.empty;
  }

  /** False if this browser has no storage: then the value exists only in this window. */
  get stored(): boolean {
    return this.#records.stored;
  }

  /** The current value, whichever tab wrote it. Effects don't depend on it. */
  fresh(): T {
    return this.#records.fresh('') ?? this.empty;
  }

  /** Returns false if it was not stored. */
  set(value: T): boolean {
    this.#records.put('', value);
    return this.stored;
  }

  clear(): void {
    this.#records.drop('');
  }

  /** Follows the other tabs; the returned function stops it. */
  follow(): () => void {
    return this.#records.follow();
  }
}
