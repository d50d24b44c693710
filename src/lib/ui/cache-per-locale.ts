/**
 * Caches objects that are expensive to create per locale, for example an `Intl` format (about 0.3
 * ms).
 */
export function cachePerLocale<T>(make: (locale: string) => T): (locale: string) => T {
  const known = new Map<string, T>();
  return (locale) => {
    let made = known.get(locale);
    if (made === undefined) known.set(locale, (made = make(locale)));
    return made;
  };
}
