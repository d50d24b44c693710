import { fragmentOf } from '../../client/narrow-link';
import { cleaned, parse, type Term } from './grammar';
import { termsOf } from './hash';
import type { Known } from './known';

/**
 * What a text searches for that is typed or pasted: terms and words, or a link into the organization,
 * in the words of this app or the reference app's.
 */
export function readSearch(
  text: string,
  origins: readonly (string | undefined)[],
  known: Known,
): readonly Term[] {
  return linkedSearch(text, origins, known) ?? parse(text);
}

/** Null for what is no such link. */
export function linkedSearch(
  text: string,
  origins: readonly (string | undefined)[],
  known: Known,
): readonly Term[] | null {
  const fragment = fragmentOf(text, origins);
  if (fragment !== undefined) return termsOf(fragment, known);
  const typed = text.trim();
  const url = /^https?:\S+$/.test(typed) && URL.canParse(typed) ? new URL(typed) : null;
  if (!url || !origins.includes(url.origin) || url.pathname !== '/search') return null;
  const narrow = url.searchParams.get('narrow');
  if (narrow !== null) return termsOf(`narrow/${narrow}`, known);
  return parse(cleaned(url.searchParams.get('q') ?? ''));
}
