import { createContext } from 'svelte';

/**
 * What belongs to an account for as long as it is signed in, whatever page is on screen: one of each
 * class. A promise that was given on one page is kept, and known, on the next. Each is made by the
 * first who needs it, so that none is fetched before. Make one of these per account, and `stop` it
 * when another account is shown.
 */
export class AccountStores {
  readonly #made = new Map<unknown, unknown>();
  readonly #stops: (() => void)[] = [];

  /** Effects of its constructor run until `stop`, whoever made it. */
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

/** Of the account on screen. */
export const [useAccountStores, provideAccountStores] = createContext<AccountStores>();
