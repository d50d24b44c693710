import type * as v from 'valibot';
import { AccountRecords } from './account-records.svelte';
import { unsavedTextPrefix } from './account-storage';

/**
 * Unsaved edits of one kind, by the key of what is edited. Each is stored on this device before the
 * next key press.
 */
export class UnsavedEditStore<T> extends AccountRecords<T> {
  constructor(
    account: string,
    kind: 'scheduled' | 'snippet' | 'message' | 'channel',
    schema: v.GenericSchema<unknown, T>,
    /** Whether two edits are equivalent. */
    private readonly isSame: (one: T, other: T) => boolean,
  ) {
    super(account, `${unsavedTextPrefix}${kind}/`, schema);
  }

  /**
   * Marks the text as open here: other tabs don't change it while the user types. The returned
   * function releases it. If another tab has stored a different edit, that one counts from then on,
   * and the function returns this tab's edit.
   */
  hold(key: string): () => T | undefined {
    this.held = key;
    return () => {
      this.held = undefined;
      const mine = this.get(key);
      if (mine === undefined) return undefined;
      this.take(key);
      const theirs = this.get(key);
      return theirs !== undefined && !this.isSame(theirs, mine) ? mine : undefined;
    };
  }
}
