/**
 * All the ways a call can fail. Only `readReply` and `client/calls/call` create these;
 * `client/calls/error-table` maps them to a text, a severity and what to do next.
 */
export abstract class RequestFailure extends Error {
  abstract readonly kind: 'network' | 'api' | 'server' | 'malformed' | 'unsupported';
  constructor(
    /** Operation id. */
    readonly operation: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/**
 * No reply arrived. `aborted` means that the caller canceled the call, not that something is wrong.
 */
export class NetworkFailure extends RequestFailure {
  readonly kind = 'network';
  constructor(
    operation: string,
    readonly reason: 'unreachable' | 'timeout' | 'aborted',
    options?: ErrorOptions,
  ) {
    super(operation, `${operation}: ${reason}`, options);
  }
}

/** The server answered with `result: "error"` and a code. */
export class ApiError extends RequestFailure {
  readonly kind = 'api';
  constructor(
    operation: string,
    readonly status: number,
    readonly code: string,
    readonly serverMessage: string,
    /** Further values in the error, for example `queue_id` or `retry-after` (seconds). */
    readonly fields: Readonly<Record<string, unknown>> = {},
  ) {
    super(operation, `${operation}: ${code}: ${serverMessage}`);
  }
}

/** A 5xx status, or an error without a code: not the caller's fault. */
export class ServerFault extends RequestFailure {
  readonly kind = 'server';
  constructor(
    operation: string,
    readonly status: number,
    serverMessage = '',
  ) {
    super(operation, `${operation}: status ${status} ${serverMessage}`.trim());
  }
}

/**
 * Whether the server itself failed on this call, so that other calls can still succeed. A proxy in
 * front of a server that is down or still starting answers 502, 503 or 504 instead.
 */
export function isFaultOfThisCall(failure: unknown): failure is ServerFault {
  return failure instanceof ServerFault && ![502, 503, 504].includes(failure.status);
}

/** The reply isn't JSON, or doesn't match the operation's schema at `path` (dotted). */
export class MalformedReply extends RequestFailure {
  readonly kind = 'malformed';
  constructor(
    operation: string,
    readonly path: string,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(operation, `${operation}: reply does not fit at "${path}": ${detail}`, options);
  }
}

/**
 * The server lacks the operation, so nothing was sent, or it ignored the only parameter to change.
 * The page should not have offered the action.
 */
export class UnsupportedOperation extends RequestFailure {
  readonly kind = 'unsupported';
  constructor(operation: string, server: string) {
    super(operation, `${operation} was asked of ${server}`);
  }
}

export type AnyFailure =
  NetworkFailure | ApiError | ServerFault | MalformedReply | UnsupportedOperation;
