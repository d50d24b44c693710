import { createContext } from 'svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import type { Outbox } from '../outbox/outbox.svelte';
import type { Account } from './account.svelte';

/**
 * Stores that live as long as an account is signed in, whichever page is on screen, so work started
 * on one page continues on the next. Each is created on first use, which keeps its code out of the
 * first load. Create one `AccountStores` per account, and `stop` it when another account is shown.
 */
export class AccountStores {
  readonly #made = new Map<unknown, unknown>();
  readonly #stops: (() => void)[] = [];

  constructor(
    readonly account: Account,
    readonly toasts: ToastQueue,
    readonly outbox: Outbox,
  ) {}

  /** Effects of the store run until `stop`, not until the calling component is destroyed. */
  getOrCreate<T>(make: (stores: AccountStores) => T): T {
    if (!this.#made.has(make)) {
      this.#stops.push($effect.root(() => void this.#made.set(make, make(this))));
    }
    return this.#made.get(make) as T;
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }
}

/** The stores of the account on screen. */
export const [useAccountStores, provideAccountStores] = createContext<AccountStores>();

/**
 * Defines a store of the account. The returned function gives the one instance: of the account on
 * screen when called during component initialization, or of the passed `AccountStores`.
 */
export const accountStore =
  <T>(make: (stores: AccountStores) => T) =>
  (stores = useAccountStores()): T =>
    stores.getOrCreate(make);
