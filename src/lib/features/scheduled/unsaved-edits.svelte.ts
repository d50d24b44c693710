import * as v from 'valibot';
import { SvelteMap } from 'svelte/reactivity';
import {
  forgetMemory,
  memoryNames,
  readMemory,
  writeMemory,
  unsavedText,
} from '../../client/memory';
import { sameBody, type Body } from '../../writing/body';

const body = v.object({
  type: v.picklist(['', 'stream', 'private']),
  to: v.array(v.number()),
  topic: v.string(),
  content: v.string(),
});

const schema = v.object({
  /** What was on the server when the change began. */
  base: body,
  body,
});

/** A change of a scheduled message that the server does not have yet. */
export interface Edit {
  readonly base: Body;
  readonly body: Body;
}

const start = `${unsavedText}scheduled/`;

/**
 * Changes that are not saved, by the message's key. Each is on this device before the next key is
 * pressed, one record each, so that neither a crash nor another tab loses any.
 */
export class UnsavedEdits {
  readonly #all = new SvelteMap<string, Edit>();
  /** Key of the text that is open here: other tabs do not change it under the caret. */
  #held: string | undefined;
  /** False: this browser keeps nothing, and changes are in this window alone. */
  stored = $state(true);

  constructor(private readonly account: string) {
    for (const name of memoryNames(account, start)) this.#read(name);
  }

  get all(): ReadonlyMap<string, Edit> {
    return this.#all;
  }

  get(key: string | undefined): Edit | undefined {
    return key === undefined ? undefined : this.#all.get(key);
  }

  put(key: string, edit: Edit): void {
    this.#all.set(key, edit);
    this.stored = writeMemory(this.account, start + key, edit);
  }

  /** False: another tab was faster. */
  drop(key: string): boolean {
    const had = this.#all.delete(key);
    return forgetMemory(this.account, start + key) || (had && !this.stored);
  }

  /**
   * The text is open here. The result lets go of it, and returns it when another tab has stored
   * another one in its place meanwhile, which is then the change.
   */
  hold(key: string): () => Edit | undefined {
    this.#held = key;
    return () => {
      this.#held = undefined;
      const mine = this.#all.get(key);
      if (!mine || !this.stored) return undefined;
      const theirs = this.#stored(key);
      if (theirs) this.#all.set(key, theirs);
      else this.#all.delete(key);
      return theirs && !sameBody(theirs.body, mine.body) ? mine : undefined;
    };
  }

  /** Follows the other tabs; the result stops it. */
  follow(): () => void {
    const changed = ({ key }: StorageEvent) => {
      for (const name of memoryNames(this.account, start)) {
        const isHeld = name === start + this.#held;
        if (!isHeld && (key === null || key.endsWith(name))) this.#read(name);
      }
      for (const known of this.#all.keys()) {
        if (
          known !== this.#held &&
          key?.endsWith(`/${start}${known}`) &&
          readMemory(this.account, start + known) === null
        ) {
          this.#all.delete(known);
        }
      }
    };
    window.addEventListener('storage', changed);
    return () => window.removeEventListener('storage', changed);
  }

  #read(name: string): void {
    const key = name.slice(start.length);
    const edit = this.#stored(key);
    if (edit) this.#all.set(key, edit);
  }

  #stored(key: string): Edit | undefined {
    const read = v.safeParse(schema, readMemory(this.account, start + key));
    return read.success ? read.output : undefined;
  }
}
