/** Rows by their id; of several with one id the last counts. */
export function indexById<K extends string, T extends { readonly [key in K]: number }>(
  key: K,
  ...lists: (readonly T[] | undefined)[]
): ReadonlyMap<number, T> {
  const found = new Map<number, T>();
  for (const rows of lists) for (const row of rows ?? []) found.set(row[key], row);
  return found;
}
