import type { NavigationView } from '../../api/navigation-view';
import { builtInNavigationViews } from '../../api/navigation-views';
import { hrefOfNarrow } from '../../client/navigation/narrow-link';

export interface SavedSearch {
  readonly view: NavigationView;
  readonly name: string;
  readonly href: string;
}

/** The user's views that are searches, in their order. `own`: the user's id. */
export function savedSearchesIn(
  views: readonly NavigationView[] | undefined,
  own: number | undefined,
): readonly SavedSearch[] {
  return (views ?? []).flatMap((view) => {
    const { fragment, name } = view;
    if (!name || !fragment.startsWith('narrow/') || builtInNavigationViews.includes(fragment))
      return [];
    const href = hrefOfNarrow(`#${fragment}`, own);
    return href === undefined ? [] : [{ view, name, href }];
  });
}
