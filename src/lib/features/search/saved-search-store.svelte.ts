import type { NavigationView } from '../../api/navigation-view';
import {
  addNavigationView,
  editNavigationView,
  removeNavigationView,
} from '../../api/navigation-views';
import { hasOperation } from '../../api/feature-level';
import type { ApiOperation } from '../../api/define-operation';
import type { Account } from '../../client/account/account.svelte';
import type { SearchTerm } from './query-grammar';
import { formatSearchHash, parseSearchHash } from './search-hash';
import type { SearchCatalog } from './search-catalog';
import { searchKey } from './resolve-search';
import { savedSearchesIn, type SavedSearch } from './saved-searches';

/**
 * Searches saved in the account, listed with its views in every browser and app. Servers below
 * level 390 don't support them, so nothing is offered there.
 */
export class SavedSearchStore {
  constructor(
    private readonly account: Account,
    private readonly known: () => SearchCatalog,
  ) {}

  /** Whether the server supports saved searches. */
  get isOffered(): boolean {
    return hasOperation(addNavigationView as ApiOperation, this.account.state);
  }

  readonly all = $derived.by(() =>
    savedSearchesIn(this.account.state?.navigation_views, this.account.user_id),
  );

  /** The saved search with the same results. */
  of(terms: readonly SearchTerm[]): SavedSearch | undefined {
    const known = this.known();
    const key = searchKey(terms, known);
    return this.all.find(({ view }) => {
      const saved = parseSearchHash(view.fragment, known);
      return saved !== null && searchKey(saved, known) === key;
    });
  }

  async save(terms: readonly SearchTerm[], name: string): Promise<void> {
    await this.put({ fragment: formatSearchHash(terms, this.known()), is_pinned: true, name });
  }

  async put(view: NavigationView): Promise<void> {
    const { fragment, is_pinned, name } = view;
    await this.account.call(addNavigationView, { fragment, is_pinned, ...(name && { name }) });
    this.account.assume({ kind: 'navigation_view/add', id: -1, navigation_view: view });
  }

  async rename({ fragment }: NavigationView, name: string): Promise<void> {
    await this.account.call(editNavigationView, { fragment, name });
    this.account.assume({ kind: 'navigation_view/update', id: -1, fragment, data: { name } });
  }

  async remove({ fragment }: NavigationView): Promise<void> {
    await this.account.call(removeNavigationView, { fragment });
    this.account.assume({ kind: 'navigation_view/remove', id: -1, fragment });
  }
}
