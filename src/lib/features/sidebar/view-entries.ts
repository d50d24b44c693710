import { m } from '$lib/paraglide/messages';
import type { NavigationView } from '../../api/navigation-view';
import { hrefOfNarrow } from '../../client/navigation/narrow-link';
import type { SidebarCount, SidebarEntry, ViewCounts } from './sidebar-groups';

interface BuiltIn {
  /** Name on the wire; undefined if servers have none. */
  readonly fragment: string | undefined;
  readonly name: string;
  readonly label: () => string;
  readonly href: string;
}

const builtIns: readonly BuiltIn[] = [
  view('recent', 'recent', m.sidebar_recent, '/recent'),
  view('feed', 'feed', m.ui_combined_feed, '/feed/all'),
  view('mentions', 'narrow/is/mentioned', m.ui_mentions, '/feed/mentions'),
  view('starred', 'narrow/is/starred', m.ui_starred, '/feed/starred'),
  view('followed', undefined, m.sidebar_followed, '/feed/followed'),
];

function view(name: string, fragment: string | undefined, label: () => string, href: string) {
  return { name, fragment, label, href };
}

/** The views the account shows, custom ones last. `all`: includes hidden ones. */
export function viewEntries(
  views: readonly NavigationView[] | undefined,
  counts: ViewCounts & { readonly starred: SidebarCount },
  own: number | undefined,
  all: boolean,
): readonly SidebarEntry[] {
  const known = new Map((views ?? []).map((one) => [one.fragment, one]));
  const countOf = new Map<string, SidebarCount>(Object.entries(counts));
  const shown = builtIns.flatMap(({ name, fragment, label, href }): readonly SidebarEntry[] => {
    const set = fragment === undefined ? undefined : known.get(fragment);
    if (set?.is_pinned === false && !all) return [];
    return [entry(`view-${name}`, label(), href, countOf.get(name))];
  });
  const reactions = 'narrow/has/reaction/sender/me';
  const more = (views ?? []).flatMap(({ fragment, is_pinned, name }): readonly SidebarEntry[] => {
    const isReactions = fragment === reactions;
    if ((!is_pinned && !all) || (!name && !isReactions)) return [];
    const label = isReactions ? m.sidebar_reactions() : name || fragment;
    return [
      entry(`view-${fragment}`, label, hrefOfNarrow(`#${fragment}`, own) ?? '/inbox', undefined),
    ];
  });
  return [...shown, ...more];
}

/** The views every account has, including hidden ones, without counts. */
export function builtInViewEntries(): readonly SidebarEntry[] {
  return builtIns.map(({ name, label, href }) => entry(`view-${name}`, label(), href, undefined));
}

function entry(
  key: string,
  label: string,
  href: string,
  unread: SidebarCount | undefined,
): SidebarEntry {
  return {
    ...{ key, kind: 'view', label, href, isMuted: false, recipient: undefined },
    ...{ channel: undefined, unread: unread ?? { count: 0, look: 'none', href } },
  };
}
