import { ApiError } from '../../api/errors';
import { errorMessage } from './error-table';

/** A last part of a name that tells nothing: who may do what is told by a group. */
const common: ReadonlySet<string> = new Set(['group']);

/**
 * Which of these parameters the server has refused, as far as it says: by name, or in its sentence,
 * where `full_name` is told as "Name", too. https://zulip.com/api/rest-error-handling
 */
export function refusedParameter<Name extends string>(
  failure: unknown,
  names: readonly Name[],
): Name | undefined {
  if (!(failure instanceof ApiError)) return undefined;
  const { var_name, errors } = failure.fields;
  const told = [var_name, ...Object.keys((errors as object | null | undefined) ?? {})];
  // What stands in quotes are values.
  const sentence = failure.serverMessage.replace(/'[^']*'|"[^"]*"/g, '').toLowerCase();
  const words = new Set(sentence.match(/\w+/g));
  return (
    names.find((name) => told.includes(name)) ??
    names.find((name) => words.has(name)) ??
    names.find((name) => {
      const last = name.slice(name.lastIndexOf('_') + 1);
      return !common.has(last) && words.has(last);
    })
  );
}

/** Why a form came to nothing: by which of its fields, where that is known. */
export function formProblem(
  failure: unknown,
  names: readonly string[],
): string | { readonly field: string; readonly text: string } {
  const field = refusedParameter(failure, names);
  const text = errorMessage(failure);
  return field === undefined ? text : { field, text };
}
