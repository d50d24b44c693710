import * as v from 'valibot';
import { UnsupportedOperation } from './errors';

/**
 * Reply entries of calls that change something: parameters that the server doesn't know and
 * ignored.
 * https://zulip.com/api/rest-error-handling
 */
export const ignoredParameterEntries = {
  ignored_parameters_unsupported: v.optional(v.array(v.string())),
};

export interface IgnoredParameters {
  readonly ignored_parameters_unsupported?: readonly string[] | undefined;
}

/**
 * Throws `UnsupportedOperation` if the server ignored this parameter. For calls that change a
 * single thing: they succeed without doing anything then.
 */
export function requireParameterTaken(
  operation: string,
  name: string,
  reply: IgnoredParameters,
): void {
  if (!reply.ignored_parameters_unsupported?.includes(name)) return;
  throw new UnsupportedOperation(operation, `a server that passes over ${name}`);
}
