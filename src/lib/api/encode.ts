import type { Operation, ParamsOf } from './define';

export interface EncodedCall {
  /** Relative to the API's base, with path parameters filled in. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Null for GET, whose parameters all travel in the query. */
  readonly body: URLSearchParams | null;
}

/**
 * The one place that turns typed parameters into a request: strings raw, everything else JSON, GET
 * in the query, absent values dropped. Source: https://zulip.com/api/rest.
 */
export function encodeCall<O extends Operation>(operation: O, params: ParamsOf<O>): EncodedCall {
  const values = params as Record<string, unknown>;
  const fields = new URLSearchParams();
  let path = operation.path;
  for (const [name, parameter] of Object.entries(operation.params)) {
    const value = values[name];
    if (value === undefined) continue;
    if (parameter.encoding === 'path') {
      path = path.replace(new RegExp(`\\{${name}(\\+?)\\}`), (_match, rest: string) =>
        rest === '+'
          ? String(value).split('/').map(encodeURIComponent).join('/')
          : encodeURIComponent(String(value)),
      );
    } else {
      fields.append(name, parameter.encoding === 'text' ? String(value) : JSON.stringify(value));
    }
  }
  return operation.method === 'GET'
    ? { path, query: fields, body: null }
    : { path, query: new URLSearchParams(), body: fields };
}
