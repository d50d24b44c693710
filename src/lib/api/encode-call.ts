import type { ApiOperation, ParamsOf } from './define-operation';
import { fillPath } from './operation-router';
import { wellFormed } from './well-formed';

export interface EncodedCall {
  /** Relative to the API's base, with path parameters filled in. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Null for GET, which sends all parameters in the query. */
  readonly body: URLSearchParams | null;
}

/**
 * Turns typed parameters into a request: strings raw, everything else as JSON, GET in the query,
 * absent values omitted. Also replaces halves of surrogate pairs, because servers fail on them in
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
