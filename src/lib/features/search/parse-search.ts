import { narrowFragmentOf } from '../../client/navigation/narrow-link';
import { cleanQuery, parseQuery, type SearchTerm } from './query-grammar';
import { parseSearchHash } from './search-hash';
import type { SearchCatalog } from './search-catalog';

/**
 * What a text searches for that is typed or pasted: terms and words, or a link into the organization,
 * in the words of this app or the reference app's.
 */
export function parseSearchText(
  text: string,
  origins: readonly (string | undefined)[],
  known: SearchCatalog,
): readonly SearchTerm[] {
  return parseSearchLink(text, origins, known) ?? parseQuery(text);
}

/** Null for what is no such link. */
export function parseSearchLink(
  text: string,
  origins: readonly (string | undefined)[],
  known: SearchCatalog,
): readonly SearchTerm[] | null {
  const fragment = narrowFragmentOf(text, origins);
  if (fragment !== undefined) return parseSearchHash(fragment, known);
  const typed = text.trim();
  const url = /^https?:\S+$/.test(typed) && URL.canParse(typed) ? new URL(typed) : null;
  if (!url || !origins.includes(url.origin) || url.pathname !== '/search') return null;
  const narrow = url.searchParams.get('narrow');
  if (narrow !== null) return parseSearchHash(`narrow/${narrow}`, known);
  return parseQuery(cleanQuery(url.searchParams.get('q') ?? ''));
}
