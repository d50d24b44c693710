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
 * Stores an account's marks on this device, one record each so that tabs don't overwrite each
 * other's. Erased with the account's storage.
 */
export class ReadMarkJournal {
  /** Marks that the device had no space for: they exist only in this tab. */
  readonly #unkept = new Map<string, ReadMark>();

  constructor(private readonly account: string) {}

  /** All marks, oldest first. */
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

  /** Whether that storage key is a record of this journal. */
  isOf(key: string | null): boolean {
    return key === null || key.includes(`/${start}`);
  }

  #read(id: string): ReadMark | undefined {
    const parsed = v.safeParse(readMarkSchema, readAccountStorage(this.account, start + id));
    return parsed.success ? parsed.output : undefined;
  }
}
