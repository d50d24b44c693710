import type { ServiceFailure } from '../failure';

type Headers = Readonly<Record<string, string>>;

const always: Headers = {
  'content-type': 'application/json',
  'cache-control': 'max-age=0, no-cache, no-store, must-revalidate, private',
};

/** A success body: `ignored` names parameters that were given and not read. */
export function success(values: object, ignored: readonly string[], headers: Headers): Response {
  const extra = ignored.length > 0 ? { ignored_parameters_unsupported: ignored } : {};
  return respond(200, { result: 'success', msg: '', ...values, ...extra }, headers);
}

export function failure(error: ServiceFailure, headers: Headers): Response {
  const body = { result: 'error', msg: error.message, ...error.fields, code: error.code };
  const challenge: Headers =
    error.status === 401 ? { 'www-authenticate': 'Basic realm="zulip"' } : {};
  return respond(error.status, body, { ...challenge, ...headers });
}

/** Our own fault: no code, and nothing of the cause. */
export function internalFailure(headers: Headers): Response {
  return respond(500, { result: 'error', msg: 'Internal server error' }, headers);
}

export function wrongMethod(allowed: readonly string[]): Response {
  const body = { result: 'error', msg: 'Method Not Allowed', allowed_methods: allowed };
  return respond(405, body, { allow: allowed.join(', ') });
}

function respond(status: number, body: object, headers: Headers): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...always, ...headers } });
}
