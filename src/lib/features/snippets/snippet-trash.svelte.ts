import * as v from 'valibot';
import { AccountValue } from '../../client/storage/account-value.svelte';
import { newId } from '../../client/new-id';
import type { SnippetText } from './snippet-text';

const schema = v.array(
  v.object({ id: v.string(), title: v.string(), content: v.string(), removed: v.number() }),
);
const retentionPeriod = 30 * 24 * 3600 * 1000;
const maxEntries = 500;

export interface TrashedSnippet extends SnippetText {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly removed: number;
}

/** Deleted and overwritten snippets, stored on this device for 30 days; erased at sign-out. */
export class SnippetTrash {
  readonly #stored: AccountValue<readonly TrashedSnippet[]>;
  /** Newest first. */
  readonly all: readonly TrashedSnippet[] = $derived.by(() => this.#stored.current.filter(isKept));

  constructor(account: string) {
    this.#stored = new AccountValue<readonly TrashedSnippet[]>(account, 'snippet-bin', schema, []);
  }

  /** Returns false if there is no room for all of them. */
  put(texts: readonly SnippetText[]): boolean {
    const removed = Date.now();
    const added = texts.map(({ title, content }) => ({
      ...{ id: newId(), title, content, removed },
    }));
    let kept = [...added, ...this.#fresh()].slice(0, maxEntries);
    // Drops the oldest entries to make room.
    while (!this.#stored.set(kept) && kept.length > 0) {
      kept = kept.slice(0, Math.floor(kept.length / 2));
    }
    return kept.length >= added.length;
  }

  forget(ids: ReadonlySet<string>): void {
    this.#stored.set(this.#fresh().filter(({ id }) => !ids.has(id)));
  }

  /** Follows changes of other tabs. Returns a function that stops it. */
  follow(): () => void {
    return this.#stored.follow();
  }

  #fresh(): readonly TrashedSnippet[] {
    return this.#stored.fresh().filter(isKept);
  }
}

const isKept = ({ removed }: TrashedSnippet) => removed > Date.now() - retentionPeriod;
