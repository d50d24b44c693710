import { m } from '$lib/paraglide/messages';

/** A message for each blank value. */
export function missingValueProblems<Name extends string>(
  values: Readonly<Partial<Record<Name, string>>>,
): Partial<Record<Name, string>> {
  const wrong: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(values) as Name[]) {
    if (values[name]?.trim() === '') wrong[name] = m.ui_value_missing();
  }
  return wrong;
}
