/** Rows by their id; of several with one id the last counts. */
export function byId<K extends string, T extends { readonly [key in K]: number }>(
  key: K,
  ...lists: (readonly T[] | undefined)[]
): ReadonlyMap<number, T> {
  return new Map(lists.flatMap((rows) => (rows ?? []).map((row) => [row[key], row] as const)));
}
