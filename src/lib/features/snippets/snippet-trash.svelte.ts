import * as v from 'valibot';
import { readAccountStorage, writeAccountStorage } from '../../client/storage/account-storage';
import { newId } from '../../client/new-id';
import type { SnippetText } from './snippet-text';

const schema = v.array(
  v.object({ id: v.string(), title: v.string(), content: v.string(), removed: v.number() }),
);
const name = 'snippet-bin';
const retentionPeriod = 30 * 24 * 3600 * 1000;
const maxEntries = 500;

export interface TrashedSnippet extends SnippetText {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly removed: number;
}

/** Deleted and overwritten snippets, stored on this device for 30 days; erased at sign-out. */
export class SnippetTrash {
  #all = $state.raw<readonly TrashedSnippet[]>([]);

  constructor(private readonly account: string) {
    this.#all = this.#read();
  }

  /** Newest first. */
  get all(): readonly TrashedSnippet[] {
    return this.#all;
  }

  /** Returns false if there is no room for all of them. */
  put(texts: readonly SnippetText[]): boolean {
    const removed = Date.now();
    const added = texts.map(({ title, content }) => ({
      ...{ id: newId(), title, content, removed },
    }));
    let kept = [...added, ...this.#read()].slice(0, maxEntries);
    // Drops the oldest entries to make room.
    while (!writeAccountStorage(this.account, name, kept) && kept.length > 0) {
      kept = kept.slice(0, Math.floor(kept.length / 2));
    }
    this.#all = kept;
    return kept.length >= added.length;
  }

  forget(ids: ReadonlySet<string>): void {
    this.#all = this.#read().filter(({ id }) => !ids.has(id));
    writeAccountStorage(this.account, name, this.#all);
  }

  /** Follows changes of other tabs. Returns a function that stops it. */
  follow(): () => void {
    const changed = ({ key }: StorageEvent) => {
      if (key === null || key.endsWith(`/${name}`)) this.#all = this.#read();
    };
    window.addEventListener('storage', changed);
    return () => window.removeEventListener('storage', changed);
  }

  #read(): readonly TrashedSnippet[] {
    const read = v.safeParse(schema, readAccountStorage(this.account, name));
    if (!read.success) return [];
    return read.output.filter(({ removed }) => removed > Date.now() - retentionPeriod);
  }
}
