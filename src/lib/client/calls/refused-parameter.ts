import { ApiError } from '../../api/errors';

/**
 * Last word of a parameter name that identifies nothing (most permissions end in `_group`), so it
 * is not searched for in the server's message.
 */
const common: ReadonlySet<string> = new Set(['group']);

/**
 * Which of these parameters the server refused, if it says so: by name, or in its message, where
 * `full_name` can also appear as "Name". https://zulip.com/api/rest-error-handling
 */
export function refusedParameter<Name extends string>(
  failure: unknown,
  names: readonly Name[],
): Name | undefined {
  if (!(failure instanceof ApiError)) return undefined;
  const { var_name, errors } = failure.fields;
  const refusedNames = [var_name, ...Object.keys((errors as object | null | undefined) ?? {})];
  // Text in quotes is a value.
  const sentence = failure.serverMessage.replace(/'[^']*'|"[^"]*"/g, '').toLowerCase();
  const words = new Set(sentence.match(/\w+/g));
  return (
    names.find((name) => refusedNames.includes(name)) ??
    names.find((name) => words.has(name)) ??
    names.find((name) => {
      const last = name.slice(name.lastIndexOf('_') + 1);
      return !common.has(last) && words.has(last);
    })
  );
}
