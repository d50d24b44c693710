import { createContext } from 'svelte';

/**
 * Stores that live as long as an account is signed in, whichever page is on screen: one per class,
 * so work started on one page continues on the next. Each is created on first use, which keeps its
 * code out of the first load. Create one `AccountStores` per account, and `stop` it when another
 * account is shown.
 */
export class AccountStores {
  readonly #made = new Map<unknown, unknown>();
  readonly #stops: (() => void)[] = [];

  /** Effects in its constructor run until `stop`, not until the calling component is destroyed. */
  getOrCreate<T>(kind: abstract new (...needs: never[]) => T, make: () => T): T {
    if (!this.#made.has(kind)) {
      this.#stops.push($effect.root(() => void this.#made.set(kind, make())));
    }
    return this.#made.get(kind) as T;
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }
}

/** The stores of the account on screen. */
export const [useAccountStores, provideAccountStores] = createContext<AccountStores>();
