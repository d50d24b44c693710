import {
  deleteAccountStorage,
  accountStorageNames,
  readAccountStorage,
  writeAccountStorage,
} from '../../client/storage/account-storage';
import { newId } from '../../client/new-id';
import type { UnsavedTyping } from './engine/unsaved-typing';

const start = 'left-draft/';

/**
 * Keeps typing that a closing page couldn't store. An IndexedDB transaction that still has to read
 * is aborted with its page, so the last 200 ms of typing go to storage with synchronous writes.
 */
export class CrashBuffer {
  readonly #own = `${start}${newId()}/`;

  constructor(private readonly account: string) {}

  /** Calls `flush` whenever the page could be closed, and stores its result on `pagehide`. */
  follow(flush: () => readonly UnsavedTyping[]): () => void {
    const end = new AbortController();
    const { signal } = end;
    const hidden = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', hidden, { signal });
    window.addEventListener('pagehide', () => this.#keep(flush()), { signal });
    // The page was restored from the back/forward cache and stores its text itself.
    window.addEventListener('pageshow', () => this.#keepNone(), { signal });
    return () => end.abort();
  }

  #keep(words: readonly UnsavedTyping[]): void {
    for (const word of words) writeAccountStorage(this.account, this.#own + word.local, word);
  }

  #keepNone(): void {
    for (const name of accountStorageNames(this.account, this.#own))
      deleteAccountStorage(this.account, name);
  }

  /** Entries left by all closed pages. */
  entries(): readonly UnsavedTyping[] {
    return this.#all().map(({ word }) => word);
  }

  forget({ local, at }: UnsavedTyping): void {
    for (const { name, word } of this.#all()) {
      if (word.local === local && word.at === at) deleteAccountStorage(this.account, name);
    }
  }

  #all(): readonly { readonly name: string; readonly word: UnsavedTyping }[] {
    return accountStorageNames(this.account, start).flatMap((name) => {
      const word = readAccountStorage(this.account, name);
      return isLastWord(word) ? [{ name, word }] : [];
    });
  }
}

const isLastWord = (value: unknown): value is UnsavedTyping =>
  typeof value === 'object' && value !== null && 'local' in value && 'texts' in value;
