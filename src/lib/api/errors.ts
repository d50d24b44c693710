/**
 * Every way a call can fail, as a closed tree. `readReply` and `client/calls/call` are the only makers;
 * `client/calls/error-table` turns a failure into words, severity and what to do next.
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

/** No reply arrived. `aborted` means that the caller gave up, not that something is wrong. */
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
    /** The server's own sentence. */
    readonly serverMessage: string,
    /** What the code carries besides, such as `queue_id` or `retry-after` (seconds). */
    readonly fields: Readonly<Record<string, unknown>> = {},
  ) {
    super(operation, `${operation}: ${code}: ${serverMessage}`);
  }
}

/** A 5xx, or an error without a code: not the caller's fault. */
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
 * Whether the server failed at this very call: it is there, and others may do well. What stands before
 * it says 502, 503 or 504 when it can't be reached, or not yet.
 */
export function isFaultOfThisCall(failure: unknown): failure is ServerFault {
  return failure instanceof ServerFault && ![502, 503, 504].includes(failure.status);
}

/** The reply is not JSON, or does not fit the operation's schema at `path` (dotted). */
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
 * The server does not have the operation, and nothing was sent, or it passed over the one thing that was
 * to be changed: the page should not have offered it.
 */
export class UnsupportedOperation extends RequestFailure {
  readonly kind = 'unsupported';
  constructor(operation: string, server: string) {
    super(operation, `${operation} was asked of ${server}`);
  }
}

export type AnyFailure =
  NetworkFailure | ApiError | ServerFault | MalformedReply | UnsupportedOperation;
