import { ServiceFailure } from '../service/failure';

/**
 * An error answered by the gateway instead of the server. `errorResponseOf` converts it to the
 * API's envelope.
 */
export class GatewayFailure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Extra fields of the envelope. */
    readonly fields: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'DoorFailure';
  }
}

const envelopeHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** A success envelope, never cached, because it belongs to one person. */
export function successResponse(values: Readonly<Record<string, unknown>> = {}): Response {
  return new Response(JSON.stringify({ result: 'success', msg: '', ...values }), {
    headers: envelopeHeaders,
  });
}

/**
 * Any error as the API's envelope. Only errors meant as an answer show their message; all others
 * become a 500.
 */
export function errorResponseOf(error: unknown): Response {
  const isAnswer = error instanceof GatewayFailure || error instanceof ServiceFailure;
  const body = isAnswer
    ? { result: 'error', msg: error.message, code: error.code, ...error.fields }
    : { result: 'error', msg: 'Internal server error' };
  return new Response(JSON.stringify(body), {
    status: isAnswer ? error.status : 500,
    headers: { ...envelopeHeaders, ...(isAnswer && error.headers) },
  });
}

/** Source: https://zulip.com/api/rest-error-handling */
export function unknownPathFailure(): GatewayFailure {
  return new GatewayFailure(404, 'NOT_FOUND', 'There is no such operation.');
}

export function wrongMethodFailure(allowed: readonly string[]): GatewayFailure {
  return new GatewayFailure(
    405,
    'METHOD_NOT_ALLOWED',
    'This operation does not exist here.',
    { allowed_methods: allowed },
    { allow: allowed.join(', ') },
  );
}
