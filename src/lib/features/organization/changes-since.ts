type Values = Readonly<Record<string, string | boolean>>;

/** Servers trim texts. */
const tidy = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/**
 * Of the values in `here`: those changed since `base` that differ from the current ones, and which
 * of them were also changed elsewhere to something else.
 */
export function changesSince<T extends Values>(
  base: T,
  here: T,
  now: T,
): { readonly changes: Partial<T>; readonly disputed: readonly (keyof T)[] } {
  const isSame = (one: T, other: T, key: keyof T) => tidy(one[key]) === tidy(other[key]);
  const changed = (Object.keys(here) as (keyof T)[]).filter(
    (key) => !isSame(base, here, key) && !isSame(here, now, key),
  );
  return {
    changes: Object.fromEntries(changed.map((key) => [key, tidy(here[key])])) as Partial<T>,
    disputed: changed.filter((key) => !isSame(base, now, key)),
  };
}
