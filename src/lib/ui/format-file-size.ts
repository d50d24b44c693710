import { getLocale } from '$lib/paraglide/runtime';
import { cachePerLocale } from './cache-per-locale';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

const sizes = units.map((unit) =>
  cachePerLocale(
    (locale) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        // In English the short form of bytes has no plural.
        unitDisplay: unit === 'byte' ? 'long' : 'short',
        maximumFractionDigits: unit === 'byte' || unit === 'kilobyte' ? 0 : 1,
      }),
  ),
);

/**
 * A size as people are used to read it: in thousands, not in powers of two. A part of `whole` is told
 * in the unit of that.
 */
export function formatFileSize(bytes: number, whole = bytes): string {
  let power = 0;
  while (power < units.length - 1 && whole >= 999.5 * 1000 ** power) power++;
  return sizes[power]?.(getLocale()).format(bytes / 1000 ** power) ?? '';
}
