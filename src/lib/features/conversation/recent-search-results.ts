import type { MessageWithMatch } from '../../api/read-messages';
import { useAccountStores } from '../../client/account/account-stores.svelte';
import type { ScrollAnchor } from '../../ui/scroll-owner';

/** What was found, and where one was in it. */
interface StoredSearch {
  readonly query: string;
  readonly messages: readonly MessageWithMatch[];
  readonly isWhole: boolean;
  readonly hasNewest: boolean;
  /** Undefined: at the newest. */
  readonly spot: ScrollAnchor | undefined;
  /** The message that was gone to. */
  readonly opened: number | undefined;
}

/** Searches to which one may come back. */
const maxSearches = 5;

class RecentSearchResults {
  readonly #found = new Map<string, StoredSearch>();

  /** Undefined where that was not searched for lately. */
  of(query: string): StoredSearch | undefined {
    return this.#found.get(query);
  }

  keep(found: StoredSearch): void {
    this.#found.delete(found.query);
    this.#found.set(found.query, found);
    const [oldest] = this.#found.keys();
    if (this.#found.size > maxSearches && oldest !== undefined) this.#found.delete(oldest);
  }
}

/** The account's last searches; to be asked for while a component starts. */
export const useRecentSearchResults = (): RecentSearchResults =>
  useAccountStores().getOrCreate(RecentSearchResults, () => new RecentSearchResults());
