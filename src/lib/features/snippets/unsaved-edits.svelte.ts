import * as v from 'valibot';
import { SvelteMap } from 'svelte/reactivity';
import {
  forgetMemory,
  memoryNames,
  readMemory,
  writeMemory,
  unsavedText,
} from '../../client/memory';
import type { SnippetText } from './snippet-text';

const text = v.object({ title: v.string(), content: v.string() });
const schema = v.object({
  /** What was on the server when the change began. */
  base: text,
  text,
});

export interface SnippetEdit {
  readonly base: SnippetText;
  readonly text: SnippetText;
}

const start = `${unsavedText}snippet/`;

/** Texts that are not saved, by the snippet's key; each is on this device before the next key is pressed. */
export class UnsavedSnippets {
  readonly #all = new SvelteMap<string, SnippetEdit>();
  /** False: this browser keeps nothing, and changes are in this window alone. */
  stored = $state(true);

  constructor(private readonly account: string) {
    for (const name of memoryNames(account, start)) {
      const read = v.safeParse(schema, readMemory(account, name));
      if (read.success) this.#all.set(name.slice(start.length), read.output);
    }
  }

  get(key: string): SnippetEdit | undefined {
    return this.#all.get(key);
  }

  has(key: string): boolean {
    return this.#all.has(key);
  }

  put(key: string, edit: SnippetEdit): void {
    this.#all.set(key, edit);
    this.stored = writeMemory(this.account, start + key, edit);
  }

  drop(key: string): void {
    this.#all.delete(key);
    forgetMemory(this.account, start + key);
  }
}
