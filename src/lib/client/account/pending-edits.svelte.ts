import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { NetworkFailure } from '../../api/errors';
import type { Account } from './account.svelte';
import type { UndoRun } from '../../ui/undo-stack.svelte';
import { errorMessage } from '../calls/error-table';

interface PendingEdit<Value> {
  readonly value: Value;
  /** Why saving failed; undefined while it is being saved. */
  readonly failure?: unknown;
}

export interface PendingEditsPort<Name, Value> {
  readonly account: Pick<Account, 'connection'>;
  /** The server's value, as far as it is known. */
  current(name: Name): Value | undefined;
  /**
   * Saves the value on the server. Throws `AnyFailure`; once it resolves, `current` returns the
   * value.
   */
  write(name: Name, value: Value): Promise<void>;
  /** Called after saving. `undo` restores the server's value from when the edit began, if known. */
  saved?(name: Name, undo: UndoRun | undefined): void;
}

/**
 * Values that the user has changed and the server doesn't have yet. After a refusal, the server's
 * value is shown with the reason. An edit made offline keeps its value and is saved once the
 * connection is back. Create it where effects can run.
 */
export class PendingEdits<Name, Value> {
  readonly #keeper: PendingEditsPort<Name, Value>;
  readonly #edits = new SvelteMap<Name, PendingEdit<Value>>();

  constructor(keeper: PendingEditsPort<Name, Value>) {
    this.#keeper = keeper;
    // A reply was lost, or another device made the same change: the server has the edited value.
    $effect(() => {
      for (const [name, { failure, value }] of this.#edits) {
        if (failure !== undefined && isSame(value, keeper.current(name))) this.#edits.delete(name);
      }
    });
    $effect(() => {
      if (keeper.account.connection.kind !== 'online') return;
      untrack(() => {
        for (const [name, { failure, value }] of this.#edits) {
          if (failure instanceof NetworkFailure) void this.save(name, value);
        }
      });
    });
  }

  /** The user's value while it is unsaved and not refused, else the server's. */
  value(name: Name): Value | undefined {
    const edit = this.#edits.get(name);
    return edit && !isRefused(edit) ? edit.value : this.#keeper.current(name);
  }

  /** The value that the server refused. Text fields keep it where it was typed. */
  refused(name: Name): Value | undefined {
    const edit = this.#edits.get(name);
    return edit && isRefused(edit) ? edit.value : undefined;
  }

  /** Tries again to save the edit. */
  async retry(name: Name): Promise<void> {
    const edit = this.#edits.get(name);
    if (edit) await this.save(name, edit.value);
  }

  /** The error message if saving failed. */
  problem(name: Name): string | undefined {
    const failure = this.#edits.get(name)?.failure;
    return failure === undefined ? undefined : errorMessage(failure);
  }

  /**
   * Runs one save at a time. If the value changes during a save, only the last value is saved next.
   */
  save(name: Name, value: Value): Promise<void> {
    return this.#save(name, value, true);
  }

  async #restore(name: Name, value: Value): Promise<string | undefined> {
    await this.#save(name, value, false);
    return this.problem(name);
  }

  async #save(name: Name, value: Value, canUndo: boolean): Promise<void> {
    const before = this.#keeper.current(name);
    const open = this.#edits.get(name);
    const isUnderWay = open !== undefined && open.failure === undefined;
    if (!isUnderWay && isSame(value, before)) return this.discard(name);
    this.#edits.set(name, { value });
    if (isUnderWay) return;
    let wanted: Value;
    do {
      wanted = this.#wanted(name, value);
      try {
        await this.#keeper.write(name, wanted);
      } catch (failure) {
        this.#edits.set(name, { value: this.#wanted(name, wanted), failure });
        return;
      }
    } while (!isSame(this.#wanted(name, wanted), wanted));
    this.#edits.delete(name);
    const undo = canUndo && before !== undefined ? () => this.#restore(name, before) : undefined;
    this.#keeper.saved?.(name, undo);
  }

  /** Drops the edit and shows the server's value. */
  discard(name: Name): void {
    this.#edits.delete(name);
  }

  /** The latest edited value; if the edit was discarded, the last value sent. */
  #wanted(name: Name, otherwise: Value): Value {
    const edit = this.#edits.get(name);
    return edit ? edit.value : otherwise;
  }
}

function isRefused({ failure }: PendingEdit<unknown>): boolean {
  return failure !== undefined && !(failure instanceof NetworkFailure);
}

/** Compares by content, since permissions are lists of people and groups. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
