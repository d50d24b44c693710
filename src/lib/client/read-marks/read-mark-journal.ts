import * as v from 'valibot';
import {
  deleteAccountStorage,
  accountStorageNames,
  readAccountStorage,
  writeAccountStorage,
} from '../storage/account-storage';
import { readMarkSchema, type ReadMark } from './read-mark';

const start = 'read-marks/';

/**
 * The marks of an account on this device, a record each, so that tabs do not overwrite each other's.
 * Erased with the account's memory.
 */
export class ReadMarkJournal {
  /** The device had no room for them: they are in this tab alone. */
  readonly #unkept = new Map<string, ReadMark>();

  constructor(private readonly account: string) {}

  /** All of them, oldest first. */
  all(): readonly ReadMark[] {
    const kept = accountStorageNames(this.account, start).flatMap(
      (name) => this.#read(name.slice(start.length)) ?? [],
    );
    return [...kept, ...this.#unkept.values()].sort((a, b) => a.at - b.at);
  }

  save(mark: ReadMark): void {
    if (writeAccountStorage(this.account, start + mark.id, mark)) this.#unkept.delete(mark.id);
    else this.#unkept.set(mark.id, mark);
  }

  delete({ id }: Pick<ReadMark, 'id'>): void {
    this.#unkept.delete(id);
    deleteAccountStorage(this.account, start + id);
  }

  /** Whether a record of that storage key is one of these. */
  isOf(key: string | null): boolean {
    return key === null || key.includes(`/${start}`);
  }

  #read(id: string): ReadMark | undefined {
    const parsed = v.safeParse(readMarkSchema, readAccountStorage(this.account, start + id));
    return parsed.success ? parsed.output : undefined;
  }
}
