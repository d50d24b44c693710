import type { ApiOperation, ParamsOf } from './define-operation';
import { fillPath } from './operation-router';
import { wellFormed } from './well-formed';

export interface EncodedCall {
  /** Relative to the API's base, with path parameters filled in. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Null for GET, whose parameters all travel in the query. */
  readonly body: URLSearchParams | null;
}

/**
 * The one place that turns typed parameters into a request: strings raw, everything else JSON, GET
 * in the query, absent values dropped, every text well-formed: servers fail at half a surrogate pair in
 * JSON. Source: https://zulip.com/api/rest.
 */
export function encodeCall<O extends ApiOperation>(operation: O, params: ParamsOf<O>): EncodedCall {
  const values = params as Record<string, unknown>;
  const fields = new URLSearchParams();
  for (const [name, parameter] of Object.entries(operation.params)) {
    const value = values[name];
    if (value === undefined || parameter.encoding === 'path') continue;
    const isText = parameter.encoding === 'text';
    fields.append(name, isText ? String(value) : JSON.stringify(value, wellFormedTexts));
  }
  const path = fillPath(operation.path, values);
  return operation.method === 'GET'
    ? { path, query: fields, body: null }
    : { path, query: new URLSearchParams(), body: fields };
}

function wellFormedTexts(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? wellFormed(value) : value;
}
