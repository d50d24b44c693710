/** Maps rows by id; of duplicates the last one wins. */
export function indexById<K extends string, T extends { readonly [key in K]: number }>(
  key: K,
  ...lists: (readonly T[] | undefined)[]
): ReadonlyMap<number, T> {
  const found = new Map<number, T>();
  for (const rows of lists) for (const row of rows ?? []) found.set(row[key], row);
  return found;
}
