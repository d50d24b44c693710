import * as v from 'valibot';
import { UnsupportedOperation } from './errors';

/**
 * In replies of what was done: parameters that the server does not know, and passed over.
 * https://zulip.com/api/rest-error-handling
 */
export const ignoredParameterEntries = {
  ignored_parameters_unsupported: v.optional(v.array(v.string())),
};

export interface IgnoredParameters {
  readonly ignored_parameters_unsupported?: readonly string[] | undefined;
}

/**
 * For calls that change one thing: where the server passed over its parameter, the success did nothing.
 * Throws `UnsupportedOperation`.
 */
export function requireParameterTaken(
  operation: string,
  name: string,
  reply: IgnoredParameters,
): void {
  if (!reply.ignored_parameters_unsupported?.includes(name)) return;
  throw new UnsupportedOperation(operation, `a server that passes over ${name}`);
}
