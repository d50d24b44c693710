import type { NavigationView } from '../../api/navigation-view';
import { builtInViews } from '../../api/navigation-views';
import { placeOf } from '../../client/narrow-link';

export interface SavedSearch {
  readonly view: NavigationView;
  readonly name: string;
  readonly href: string;
}

/** The views that somebody has made of searches, in their order. `own`: the id of that person. */
export function savedSearches(
  views: readonly NavigationView[] | undefined,
  own: number | undefined,
): readonly SavedSearch[] {
  return (views ?? []).flatMap((view) => {
    const { fragment, name } = view;
    if (!name || !fragment.startsWith('narrow/') || builtInViews.includes(fragment)) return [];
    const href = placeOf(`#${fragment}`, own);
    return href === undefined ? [] : [{ view, name, href }];
  });
}
