import type { RegisterState } from '../../api/register';

/**
 * Value of a `realm_` property by its name without the prefix. The state keeps unknown properties
 * as received.
 */
export function realmValue(
  { state }: { readonly state: RegisterState | null },
  name: string,
): unknown {
  return (state as Readonly<Record<string, unknown>> | null)?.[`realm_${name}`];
}
