import { getLocale } from '$lib/paraglide/runtime';
import { cachePerLocale } from './cache-per-locale';

const plain = cachePerLocale((locale) => new Intl.ListFormat(locale, { style: 'narrow' }));
const sentence = cachePerLocale((locale) => new Intl.ListFormat(locale));

/** "Ada, Grace, Tim". */
export const listText = (names: Iterable<string>): string => plain(getLocale()).format(names);

/** "Ada, Grace, and Tim", to stand in a sentence. */
export const andText = (names: Iterable<string>): string => sentence(getLocale()).format(names);
