import { getLocale } from '$lib/paraglide/runtime';
import { perLocale } from './per-locale';

const format = perLocale((locale) => new Intl.NumberFormat(locale));

/** A whole number in the groups of the person's language. */
export function countText(count: number): string {
  return format(getLocale()).format(count);
}
