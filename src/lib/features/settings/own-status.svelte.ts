import { untrack } from 'svelte';
import { on } from 'svelte/events';
import * as v from 'valibot';
import { updateStatus } from '../../api/status';
import { m } from '$lib/paraglide/messages';
import { useAccount, type Account } from '../../client/account.svelte';
import { after } from '../../client/after';
import { forgetMemory, readMemory, writeMemory } from '../../client/memory';
import { useRooms, type AccountRooms } from '../../client/rooms.svelte';
import { useToasts } from '../../client/toasts';
import type { Toasts } from '../../ui/toasts.svelte';

export interface Said {
  readonly status_text: string;
  readonly emoji_name: string;
}

/** Of which status, and when it is to go, in UNIX seconds. */
const endSchema = v.object({ at: v.number(), status_text: v.string(), emoji_name: v.string() });
type End = v.InferOutput<typeof endSchema>;

const name = 'status-end';

/**
 * What one says of oneself, and when that goes by itself. Servers keep no such time: this device
 * does, and clears the status then, or when it is opened next.
 */
export class OwnStatus {
  readonly #account: Account;
  readonly #toasts: Toasts;
  #kept = $state.raw<End>();
  #isEnding = false;

  constructor(account: Account, toasts: Toasts) {
    this.#account = account;
    this.#toasts = toasts;
    this.#read();
    // Another tab has set it, or cleared.
    $effect(() => on(window, 'storage', () => this.#read()));
    $effect(() => {
      const end = this.#kept;
      if (!end || !account.live || account.connection.kind !== 'online') return;
      if (!isSame(end, this.said)) return untrack(() => this.#forget());
      const wait = end.at * 1000 - Date.now();
      return after(Math.max(0, wait), () => void this.#end());
    });
  }

  get said(): Said {
    const { state, user_id = 0 } = this.#account;
    const { status_text = '', emoji_name = '' } = state?.user_status?.[user_id] ?? {};
    return { status_text, emoji_name };
  }

  /** When it goes by itself, in UNIX seconds; undefined: it stays. */
  get end(): number | undefined {
    const end = this.#kept;
    return end && isSame(end, this.said) ? end.at : undefined;
  }

  /** Throws `AnyFailure`. */
  async say(next: Said, at: number | undefined): Promise<void> {
    await this.#account.call(updateStatus, { ...next });
    this.take(next, at);
  }

  /** The server has it. */
  take(next: Said, at: number | undefined): void {
    this.#account.assume({
      kind: 'user_status',
      id: -1,
      user_id: this.#account.user_id ?? 0,
      ...next,
      // Of the emoji before; the event brings those of this one.
      ...(next.emoji_name === '' && { emoji_code: '', reaction_type: '' }),
    });
    if (at === undefined || isNothing(next)) this.#forget();
    else this.#keep({ ...next, at });
  }

  /** Takes it away, with a way back. Throws `AnyFailure`. */
  async clear(told: string = m.settings_status_cleared()): Promise<void> {
    const tell = this.wayBack(told);
    await this.say(nothing, undefined);
    tell();
  }

  /** Tells that what is said now has gone, with a way back to it. */
  wayBack(told: string = m.settings_status_cleared()): () => void {
    const { said, end } = this;
    const at = end !== undefined && end * 1000 > Date.now() ? end : undefined;
    const putBack = () =>
      void this.say(said, at).catch(() =>
        this.#toasts.show({ key: 'status', tone: 'danger', text: m.status_not_back() }),
      );
    return () =>
      this.#toasts.show({
        key: 'status',
        tone: 'success',
        text: told,
        action: { label: m.settings_undo(), run: putBack },
      });
  }

  async #end(): Promise<void> {
    // Another tab has done it, or this one is about to.
    if (this.#isEnding || readMemory(this.#account.id, name) === null) return;
    this.#isEnding = true;
    // What fails now is tried again when there is a connection, or another start.
    await this.clear(m.status_over()).catch(() => undefined);
    this.#isEnding = false;
  }

  #read(): void {
    const read = v.safeParse(endSchema, readMemory(this.#account.id, name));
    this.#kept = read.success ? read.output : undefined;
  }

  #keep(end: End): void {
    writeMemory(this.#account.id, name, end);
    this.#kept = end;
  }

  #forget(): void {
    forgetMemory(this.#account.id, name);
    this.#kept = undefined;
  }
}

/** What there is where nothing is said. */
export const nothing: Said = { status_text: '', emoji_name: '' };

export const isSame = (one: Said, other: Said) =>
  one.status_text === other.status_text && one.emoji_name === other.emoji_name;

const isNothing = (said: Said) => isSame(said, nothing);

/** The account's one. */
export function ownStatusOf(account: Account, rooms: AccountRooms, toasts: Toasts): OwnStatus {
  return rooms.one(OwnStatus, () => new OwnStatus(account, toasts));
}

/** The same; to be asked for while a component starts. */
export const useOwnStatus = (): OwnStatus => ownStatusOf(useAccount(), useRooms(), useToasts());
