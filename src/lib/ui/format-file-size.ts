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
 * A file size in powers of 1,000, not 1,024. Uses the unit of `whole`, for progress like "2 of 5
 * MB".
 */
export function formatFileSize(bytes: number, whole = bytes): string {
  let power = 0;
  while (power < units.length - 1 && whole >= 999.5 * 1000 ** power) power++;
  return sizes[power]?.(getLocale()).format(bytes / 1000 ** power) ?? '';
}
