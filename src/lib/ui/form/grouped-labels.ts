interface FieldWords {
  readonly label: () => string;
}

/** Labels by group in display order; a label alone stands for `{ label }`. */
export type GroupedLabels<
  Group extends string,
  Name extends string,
  Words extends FieldWords,
> = Readonly<
  Record<Group, Readonly<Partial<Record<Name, Omit<Words, 'group'> | FieldWords['label']>>>>
>;

type NamesIn<T> = T extends T ? keyof T : never;

/** The labels of all groups by name, each with its group. */
export function flattenGroups<T extends GroupedLabels<string, string, FieldWords>>(groups: T) {
  const all = Object.entries(groups).flatMap(([group, labels]) =>
    Object.entries(labels).map(([name, words]) => [
      name,
      { group, ...(typeof words === 'function' ? { label: words } : words) },
    ]),
  );
  return Object.fromEntries(all) as Readonly<
    Record<NamesIn<T[keyof T]>, FieldWords & { readonly group: keyof T }>
  >;
}
