import { getLocale } from '$lib/paraglide/runtime';
import { cachePerLocale } from './cache-per-locale';

const format = cachePerLocale((locale) => new Intl.NumberFormat(locale));

/** A whole number with the digit grouping of the user's language. */
export function formatCount(count: number): string {
  return format(getLocale()).format(count);
}
