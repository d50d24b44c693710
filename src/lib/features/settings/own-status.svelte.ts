import { untrack } from 'svelte';
import { on } from 'svelte/events';
import * as v from 'valibot';
import { updateStatus } from '../../api/status';
import { m } from '$lib/paraglide/messages';
import { useAccount, type Account } from '../../client/account/account.svelte';
import { setLongTimeout } from '../../client/set-long-timeout';
import {
  deleteAccountStorage,
  readAccountStorage,
  writeAccountStorage,
} from '../../client/storage/account-storage';
import { useAccountStores, type AccountStores } from '../../client/account/account-stores.svelte';
import { useToasts } from '../../client/toasts';
import type { ToastQueue } from '../../ui/toast-queue.svelte';

export interface StatusContent {
  readonly status_text: string;
  readonly emoji_name: string;
}

/** Of which status, and when it is to go, in UNIX seconds. */
const endSchema = v.object({ at: v.number(), status_text: v.string(), emoji_name: v.string() });
type StatusEnd = v.InferOutput<typeof endSchema>;

const name = 'status-end';

/**
 * What one says of oneself, and when that goes by itself. Servers keep no such time: this device
 * does, and clears the status then, or when it is opened next.
 */
export class OwnStatus {
  readonly #account: Account;
  readonly #toasts: ToastQueue;
  #kept = $state.raw<StatusEnd>();
  #isEnding = false;

  constructor(account: Account, toasts: ToastQueue) {
    this.#account = account;
    this.#toasts = toasts;
    this.#read();
    // Another tab has set it, or cleared.
    $effect(() => on(window, 'storage', () => this.#read()));
    $effect(() => {
      const end = this.#kept;
      if (!end || !account.live || account.connection.kind !== 'online') return;
      if (!isSameStatus(end, this.current)) return untrack(() => this.#forget());
      const wait = end.at * 1000 - Date.now();
      return setLongTimeout(Math.max(0, wait), () => void this.#end());
    });
  }

  get current(): StatusContent {
    const { state, user_id = 0 } = this.#account;
    const { status_text = '', emoji_name = '' } = state?.user_status?.[user_id] ?? {};
    return { status_text, emoji_name };
  }

  /** When it goes by itself, in UNIX seconds; undefined: it stays. */
  get end(): number | undefined {
    const end = this.#kept;
    return end && isSameStatus(end, this.current) ? end.at : undefined;
  }

  /** Throws `AnyFailure`. */
  async save(next: StatusContent, at: number | undefined): Promise<void> {
    await this.#account.call(updateStatus, { ...next });
    this.apply(next, at);
  }

  /** The server has it. */
  apply(next: StatusContent, at: number | undefined): void {
    this.#account.assume({
      kind: 'user_status',
      id: -1,
      user_id: this.#account.user_id ?? 0,
      ...next,
      // Of the emoji before; the event brings those of this one.
      ...(next.emoji_name === '' && { emoji_code: '', reaction_type: '' }),
    });
    if (at === undefined || isEmptyStatus(next)) this.#forget();
    else this.#keep({ ...next, at });
  }

  /** Takes it away, with a way back. Throws `AnyFailure`. */
  async clear(told: string = m.settings_status_cleared()): Promise<void> {
    const tell = this.prepareUndo(told);
    await this.save(emptyStatus, undefined);
    tell();
  }

  /** Tells that what is said now has gone, with a way back to it. */
  prepareUndo(told: string = m.settings_status_cleared()): () => void {
    const { current: said, end } = this;
    const at = end !== undefined && end * 1000 > Date.now() ? end : undefined;
    const putBack = () =>
      void this.save(said, at).catch(() =>
        this.#toasts.show({ key: 'status', tone: 'danger', text: m.status_not_back() }),
      );
    return () =>
      this.#toasts.show({
        key: 'status',
        tone: 'success',
        text: told,
        action: { label: m.ui_undo(), run: putBack },
      });
  }

  async #end(): Promise<void> {
    // Another tab has done it, or this one is about to.
    if (this.#isEnding || readAccountStorage(this.#account.id, name) === null) return;
    this.#isEnding = true;
    // What fails now is tried again when there is a connection, or another start.
    await this.clear(m.status_over()).catch(() => undefined);
    this.#isEnding = false;
  }

  #read(): void {
    const read = v.safeParse(endSchema, readAccountStorage(this.#account.id, name));
    this.#kept = read.success ? read.output : undefined;
  }

  #keep(end: StatusEnd): void {
    writeAccountStorage(this.#account.id, name, end);
    this.#kept = end;
  }

  #forget(): void {
    deleteAccountStorage(this.#account.id, name);
    this.#kept = undefined;
  }
}

/** What there is where nothing is said. */
export const emptyStatus: StatusContent = { status_text: '', emoji_name: '' };

export const isSameStatus = (one: StatusContent, other: StatusContent) =>
  one.status_text === other.status_text && one.emoji_name === other.emoji_name;

const isEmptyStatus = (said: StatusContent) => isSameStatus(said, emptyStatus);

/** The account's one. */
export function ownStatusOf(account: Account, rooms: AccountStores, toasts: ToastQueue): OwnStatus {
  return rooms.getOrCreate(OwnStatus, () => new OwnStatus(account, toasts));
}

/** The same; to be asked for while a component starts. */
export const useOwnStatus = (): OwnStatus =>
  ownStatusOf(useAccount(), useAccountStores(), useToasts());
