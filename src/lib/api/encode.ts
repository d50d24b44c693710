import type { Operation, ParamsOf } from './define';
import { fillPath } from './route';

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
  for (const [name, parameter] of Object.entries(operation.params)) {
    const value = values[name];
    if (value === undefined || parameter.encoding === 'path') continue;
    fields.append(name, parameter.encoding === 'text' ? String(value) : JSON.stringify(value));
  }
  const path = fillPath(operation.path, values);
  return operation.method === 'GET'
    ? { path, query: fields, body: null }
    : { path, query: new URLSearchParams(), body: fields };
}
