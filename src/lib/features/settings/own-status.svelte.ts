import { untrack } from 'svelte';
import * as v from 'valibot';
import { updateStatus } from '../../api/status';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import { setLongTimeout } from '../../client/set-long-timeout';
import { AccountValue } from '../../client/storage/account-value.svelte';
import { accountStore } from '../../client/account/account-stores.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';

export interface StatusContent {
  readonly status_text: string;
  readonly emoji_name: string;
}

/** When a status ends, in UNIX seconds, and the status it belongs to. */
const endSchema = v.object({ at: v.number(), status_text: v.string(), emoji_name: v.string() });
type StatusEnd = v.InferOutput<typeof endSchema>;

/**
 * The user's status and when it ends. Servers don't store an end, so this device does; it clears
 * the status then, or when the app is next opened.
 */
export class OwnStatus {
  readonly #account: Account;
  readonly #toasts: ToastQueue;
  readonly #kept: AccountValue<StatusEnd | undefined>;
  #isEnding = false;

  constructor(account: Account, toasts: ToastQueue) {
    this.#account = account;
    this.#toasts = toasts;
    this.#kept = new AccountValue<StatusEnd | undefined>(
      account.id,
      'status-end',
      endSchema,
      undefined,
    );
    $effect(() => this.#kept.follow());
    $effect(() => {
      const end = this.#kept.current;
      if (!end || !account.live || account.connection.kind !== 'online') return;
      if (!isSameStatus(end, this.current)) return untrack(() => this.#kept.clear());
      const wait = end.at * 1000 - Date.now();
      return setLongTimeout(Math.max(0, wait), () => void this.#end());
    });
  }

  get current(): StatusContent {
    const { state, user_id = 0 } = this.#account;
    const { status_text = '', emoji_name = '' } = state?.user_status?.[user_id] ?? {};
    return { status_text, emoji_name };
  }

  /** When the status ends, in UNIX seconds. Undefined if it doesn't. */
  get end(): number | undefined {
    const end = this.#kept.current;
    return end && isSameStatus(end, this.current) ? end.at : undefined;
  }

  /** Throws `AnyFailure`. */
  async save(next: StatusContent, at: number | undefined): Promise<void> {
    await this.#account.call(updateStatus, { ...next });
    this.apply(next, at);
  }

  /** Applies a status that the server has saved. */
  apply(next: StatusContent, at: number | undefined): void {
    this.#account.assume({
      kind: 'user_status',
      id: -1,
      user_id: this.#account.user_id ?? 0,
      ...next,
      // These belong to the previous emoji; the event brings the new ones.
      ...(next.emoji_name === '' && { emoji_code: '', reaction_type: '' }),
    });
    if (at === undefined || isEmptyStatus(next)) this.#kept.clear();
    else this.#kept.set({ ...next, at });
  }

  /** Clears the status and shows undo. Throws `AnyFailure`. */
  async clear(doneText: string = m.settings_status_cleared()): Promise<void> {
    const tell = this.prepareUndo(doneText);
    await this.save(emptyStatus, undefined);
    tell();
  }

  /** Returns a function that reports the current status as cleared, with undo. */
  prepareUndo(doneText: string = m.settings_status_cleared()): () => void {
    const { current: said, end } = this;
    const at = end !== undefined && end * 1000 > Date.now() ? end : undefined;
    const undo = () => this.save(said, at);
    return () => this.#toasts.show({ key: 'status', tone: 'success', text: doneText, undo });
  }

  async #end(): Promise<void> {
    // Another tab has cleared it, or this one is about to.
    if (this.#isEnding || !this.#kept.fresh()) return;
    this.#isEnding = true;
    // If this fails, it is retried when the connection is back or the app starts.
    await this.clear(m.status_over()).catch(() => undefined);
    this.#isEnding = false;
  }
}

/** The value of a status that isn't set. */
export const emptyStatus: StatusContent = { status_text: '', emoji_name: '' };

export const isSameStatus = (one: StatusContent, other: StatusContent) =>
  one.status_text === other.status_text && one.emoji_name === other.emoji_name;

const isEmptyStatus = (said: StatusContent) => isSameStatus(said, emptyStatus);

export const useOwnStatus = accountStore(({ account, toasts }) => new OwnStatus(account, toasts));
