import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import * as v from 'valibot';
import { NetworkFailure } from '../../api/errors';
import { AccountRecords } from '../storage/account-records.svelte';
import { pendingEditPrefix, type PendingEditKind } from '../storage/account-storage';
import { runExclusive } from '../tab-lock';
import type { Account } from './account.svelte';
import type { UndoRun } from '../../ui/undo-stack.svelte';
import { errorMessage } from '../calls/error-table';

interface PendingEdit<Value> {
  readonly value: Value;
  /** Why saving failed; undefined while it is being saved. */
  readonly failure?: unknown;
}

const recordSchema = v.object({ value: v.unknown() });
type EditRecord = v.InferOutput<typeof recordSchema>;

export interface PendingEditsPort<Name, Value> {
  readonly account: Pick<Account, 'connection' | 'id'>;
  /**
   * Stores edits under this name on this device until they are saved, so that they survive a reload
   * and are saved by one tab. Otherwise they exist only where they were made. Names are strings
   * then.
   */
  readonly kind?: PendingEditKind;
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
 * connection is back, by one tab. Create it where effects can run.
 */
export class PendingEdits<Name, Value> {
  readonly #keeper: PendingEditsPort<Name, Value>;
  readonly #edits = new SvelteMap<Name, PendingEdit<Value>>();
  readonly #records: AccountRecords<EditRecord> | undefined;

  constructor(keeper: PendingEditsPort<Name, Value>) {
    this.#keeper = keeper;
    const { account, kind } = keeper;
    this.#records = kind && new AccountRecords(account.id, pendingEditPrefix(kind), recordSchema);
    this.#takeStored();
    $effect(() =>
      // While online, the other tab is just saving what it stores.
      this.#records?.follow(() => this.#takeStored(() => account.connection.kind !== 'online')),
    );
    // A reply was lost, or another device made the same change: the server has the edited value.
    $effect(() => {
      for (const [name, { failure, value }] of this.#edits) {
        if (failure !== undefined && isSame(value, keeper.current(name)))
          untrack(() => this.#finish(name, value));
      }
    });
    $effect(() => {
      if (account.connection.kind === 'online') untrack(() => void this.#saveWaiting());
    });
  }

  /** Saves what waits for a connection, also for tabs that were closed. */
  async #saveWaiting(): Promise<void> {
    this.#records?.refresh();
    // What is stored from now on is still being saved when this tab's turn comes.
    const before = new Map(this.#records?.all);
    await this.#exclusive(async () => {
      if (this.#keeper.account.connection.kind !== 'online') return;
      this.#takeStored((key, record) => isSame(before.get(key), record));
      const waiting = [...this.#edits].filter(
        ([name, { failure, value }]) => isOffline(failure) && this.#isStored(name, value),
      );
      await Promise.all(waiting.map(([name, { value }]) => this.#save(name, value, true)));
    });
  }

  /** Takes over what other tabs have stored, or have saved since. */
  #takeStored(fits: (key: string, record: EditRecord) => boolean = () => true): void {
    const records = this.#records;
    if (!records) return;
    records.refresh();
    for (const [name, { failure }] of this.#edits)
      if (isOffline(failure) && !records.get(String(name))) this.#edits.delete(name);
    for (const [key, record] of records.all) {
      const name = key as Name;
      const { failure } = this.#edits.get(name) ?? { failure: notSent };
      if (isOffline(failure) && fits(key, record))
        this.#edits.set(name, { value: record.value as Value, failure });
    }
  }

  /** Runs `run` once no other tab is saving edits of this kind. */
  #exclusive(run: () => Promise<void>): Promise<void> {
    const { account, kind } = this.#keeper;
    return kind ? runExclusive(`inkwell.edits.${account.id}.${kind}`, run) : run();
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
    const saving = this.#save(name, value, true);
    // Until then, no other tab saves what this one has stored.
    if (this.#keeper.kind) void this.#exclusive(() => saving);
    return saving;
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
    this.#records?.put(String(name), { value });
    if (isUnderWay) return;
    let wanted: Value;
    do {
      wanted = this.#wanted(name, value);
      // Another tab has a later edit.
      if (!this.#isStored(name, wanted)) return void this.#edits.delete(name);
      try {
        await this.#keeper.write(name, wanted);
      } catch (failure) {
        this.#edits.set(name, { value: this.#wanted(name, wanted), failure });
        if (!isOffline(failure)) this.#records?.drop(String(name));
        return;
      }
    } while (!isSame(this.#wanted(name, wanted), wanted));
    this.#finish(name, wanted);
    const undo = canUndo && before !== undefined ? () => this.#restore(name, before) : undefined;
    this.#keeper.saved?.(name, undo);
  }

  /** The server has the value. */
  #finish(name: Name, value: Value): void {
    this.#edits.delete(name);
    if (this.#isStored(name, value)) this.#records?.drop(String(name));
  }

  /** False if another tab has stored or saved another value since. */
  #isStored(name: Name, value: Value): boolean {
    return !this.#records || isSame(this.#records.fresh(String(name)), { value });
  }

  /** Drops the edit and shows the server's value. */
  discard(name: Name): void {
    this.#edits.delete(name);
    this.#records?.drop(String(name));
  }

  /** The latest edited value; if the edit was discarded, the last value sent. */
  #wanted(name: Name, otherwise: Value): Value {
    const edit = this.#edits.get(name);
    return edit ? edit.value : otherwise;
  }
}

/** The edit was stored by another tab, or before a reload. */
const notSent = new NetworkFailure('stored', 'unreachable');

const isOffline = (failure: unknown) => failure instanceof NetworkFailure;

function isRefused({ failure }: PendingEdit<unknown>): boolean {
  return failure !== undefined && !isOffline(failure);
}

/** Compares by content, since permissions are lists of people and groups. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
