import type { NavigationView } from '../../api/navigation-view';
import {
  addNavigationView,
  editNavigationView,
  removeNavigationView,
} from '../../api/navigation-views';
import { hasOperation } from '../../api/level';
import type { Operation } from '../../api/define';
import type { Account } from '../../client/account.svelte';
import type { Term } from './grammar';
import { hashOf, termsOf } from './hash';
import type { Known } from './known';
import { searchKey } from './resolve';
import { savedSearches, type SavedSearch } from './saved-searches';

/**
 * Searches that the account has saved, which stand with its views in every browser and app. Servers
 * below level 390 have none: there nothing is offered.
 */
export class SavedSearches {
  constructor(
    private readonly account: Account,
    private readonly known: () => Known,
  ) {}

  /** Whether the server keeps any. */
  get isOffered(): boolean {
    return hasOperation(addNavigationView as Operation, this.account.state);
  }

  readonly all = $derived.by(() =>
    savedSearches(this.account.state?.navigation_views, this.account.user_id),
  );

  /** The one that finds the same. */
  of(terms: readonly Term[]): SavedSearch | undefined {
    const known = this.known();
    const key = searchKey(terms, known);
    return this.all.find(({ view }) => {
      const saved = termsOf(view.fragment, known);
      return saved !== null && searchKey(saved, known) === key;
    });
  }

  async save(terms: readonly Term[], name: string): Promise<void> {
    await this.put({ fragment: hashOf(terms, this.known()), is_pinned: true, name });
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
