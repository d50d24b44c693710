import type { MessageWithMatch } from '../../api/read-messages';
import { useAccountStores } from '../../client/account/account-stores.svelte';
import type { ScrollAnchor } from '../../ui/scroll-owner';

/** Results of a search with the scroll position. */
interface StoredSearch {
  readonly query: string;
  readonly messages: readonly MessageWithMatch[];
  readonly isWhole: boolean;
  readonly hasNewest: boolean;
  /** Undefined means the newest. */
  readonly spot: ScrollAnchor | undefined;
  /** The message that the user opened. */
  readonly opened: number | undefined;
}

/** Number of searches to remember. */
const maxSearches = 5;

class RecentSearchResults {
  readonly #found = new Map<string, StoredSearch>();

  /** Undefined if the query was not searched recently. */
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

/** The account's recent searches; call during component initialization. */
export const useRecentSearchResults = (): RecentSearchResults =>
  useAccountStores().getOrCreate(RecentSearchResults, () => new RecentSearchResults());
