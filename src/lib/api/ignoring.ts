import * as v from 'valibot';

/**
 * In replies of what was done: parameters that the server does not know, and passed over.
 * https://zulip.com/api/rest-error-handling
 */
export const ignoring = { ignored_parameters_unsupported: v.optional(v.array(v.string())) };

export interface Ignoring {
  readonly ignored_parameters_unsupported?: readonly string[] | undefined;
}
