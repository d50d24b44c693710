import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { NetworkFailure } from '../../api/errors';
import type { Account } from './account.svelte';
import { errorMessage } from '../calls/error-table';

interface PendingEdit<Value> {
  readonly value: Value;
  /** Why it is not saved; undefined while it is on its way. */
  readonly failure?: unknown;
}

export interface PendingEditsPort<Name, Value> {
  readonly account: Pick<Account, 'connection'>;
  /** As the server has it, as far as is known. */
  current(name: Name): Value | undefined;
  /** Has the server take it. Throws `AnyFailure`; when it resolves, `current` is the value. */
  write(name: Name, value: Value): Promise<void>;
  /** It is done: `before` was there when it was wished. */
  saved?(name: Name, before: Value | undefined): void;
}

/**
 * Values that a person has changed, until the server has them. Of what it refuses the value is the one
 * that it has, beside the reason; what found no connection stays as it was wished, and is saved when
 * there is one. Make it where effects run.
 */
export class PendingEdits<Name, Value> {
  readonly #keeper: PendingEditsPort<Name, Value>;
  readonly #wishes = new SvelteMap<Name, PendingEdit<Value>>();

  constructor(keeper: PendingEditsPort<Name, Value>) {
    this.#keeper = keeper;
    // A reply was lost, or another device did it: the server has what was wished.
    $effect(() => {
      for (const [name, { failure, value }] of this.#wishes) {
        if (failure !== undefined && isSame(value, keeper.current(name))) this.#wishes.delete(name);
      }
    });
    $effect(() => {
      if (keeper.account.connection.kind !== 'online') return;
      untrack(() => {
        for (const [name, { failure, value }] of this.#wishes) {
          if (failure instanceof NetworkFailure) void this.save(name, value);
        }
      });
    });
  }

  /** What the person wants it to be and may become so, else what the server has. */
  value(name: Name): Value | undefined {
    const wish = this.#wishes.get(name);
    return wish && !isRefused(wish) ? wish.value : this.#keeper.current(name);
  }

  /** What was wished and refused: a text of it is kept where it was typed. */
  refused(name: Name): Value | undefined {
    const wish = this.#wishes.get(name);
    return wish && isRefused(wish) ? wish.value : undefined;
  }

  /** Asks once more for what is not saved. */
  async retry(name: Name): Promise<void> {
    const wish = this.#wishes.get(name);
    if (wish) await this.save(name, wish.value);
  }

  /** Why it is not saved, in words. */
  problem(name: Name): string | undefined {
    const failure = this.#wishes.get(name)?.failure;
    return failure === undefined ? undefined : errorMessage(failure);
  }

  /** Once; of several wishes while one is on its way the last counts. */
  async save(name: Name, value: Value): Promise<void> {
    const before = this.#keeper.current(name);
    const open = this.#wishes.get(name);
    const isUnderWay = open !== undefined && open.failure === undefined;
    if (!isUnderWay && isSame(value, before)) return this.discard(name);
    this.#wishes.set(name, { value });
    if (isUnderWay) return;
    let wanted: Value;
    do {
      wanted = this.#wanted(name, value);
      try {
        await this.#keeper.write(name, wanted);
      } catch (failure) {
        this.#wishes.set(name, { value: this.#wanted(name, wanted), failure });
        return;
      }
    } while (!isSame(this.#wanted(name, wanted), wanted));
    this.#wishes.delete(name);
    this.#keeper.saved?.(name, before);
  }

  /** As the server has it. */
  discard(name: Name): void {
    this.#wishes.delete(name);
  }

  /** What is wished by now; of one that was given up what went out last. */
  #wanted(name: Name, otherwise: Value): Value {
    const wish = this.#wishes.get(name);
    return wish ? wish.value : otherwise;
  }
}

function isRefused({ failure }: PendingEdit<unknown>): boolean {
  return failure !== undefined && !(failure instanceof NetworkFailure);
}

/** Permissions are lists of people and groups. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
