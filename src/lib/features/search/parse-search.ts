import { narrowFragmentOf } from '../../client/navigation/narrow-link';
import { cleanQuery, parseQuery, type SearchTerm } from './query-grammar';
import { parseSearchHash } from './search-hash';
import type { SearchCatalog } from './search-catalog';

/**
 * Parses a typed or pasted search: filters and words, or a link into the organization, as this app
 * or the official web app writes it.
 */
export function parseSearchText(
  text: string,
  origins: readonly (string | undefined)[],
  known: SearchCatalog,
): readonly SearchTerm[] {
  return parseSearchLink(text, origins, known) ?? parseQuery(text);
}

/** Null if the text is not such a link. */
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
