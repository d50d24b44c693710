import type { ApiOperation, ParamsOf, ResultOf } from '../../api/define-operation';
import { encodeCall } from '../../api/encode-call';
import { NetworkFailure, UnsupportedOperation } from '../../api/errors';
import { hasOperation, paramsFor, type ServerVersion } from '../../api/feature-level';
import { readReply } from '../../api/read-reply';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call fails with reason `timeout`; 30,000 by default. */
  readonly timeout?: number | undefined;
}

/**
 * Makes one request and reads its reply. Throws only `AnyFailure` from `api/errors`. Never retries,
 * because only the caller knows whether a lost call can be repeated.
 */
export type ApiCaller = <O extends ApiOperation>(
  operation: O,
  params: ParamsOf<O>,
  options?: CallOptions,
) => Promise<ResultOf<O>>;

const defaultTimeout = 30_000;

/**
 * Makes calls through the gateway as one of the signed-in accounts; null for calls that need none.
 * Calling an operation that the server lacks is a bug of ours: nothing is sent, and it throws
 * UnsupportedOperation.
 */
export function callAs(
  account: string | null,
  serverOf: () => ServerVersion | null = () => null,
): ApiCaller {
  return async (operation, params, options = {}) => {
    const server = serverOf();
    if (!hasOperation(operation, server)) throw misplaced(operation, server);
    const { path, query, body } = encodeCall(operation, paramsFor(operation, params, server));
    const search = query.size > 0 ? `?${query}` : '';
    const headers: Record<string, string> =
      account === null ? {} : { 'X-Inkwell-Account': account };
    const address = `/json${path}${search}` as const;
    const init = { method: operation.method, headers, body };
    const reply = await sendRequest(operation.id, address, init, options);
    return readReply(operation, reply.status, reply.body);
  };
}

/** Also reports the error to the page, because callers that catch any failure would hide it. */
function misplaced({ id }: ApiOperation, server: ServerVersion | null): UnsupportedOperation {
  const error = new UnsupportedOperation(id, server?.zulip_version ?? 'an unknown server');
  globalThis.reportError?.(error);
  return error;
}

interface Init {
  readonly method: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit | null;
}

/**
 * Sends a request to our own origin only, so the cookie never goes elsewhere. Returns any reply,
 * whatever its status; without a reply, throws `NetworkFailure` with `name` as the operation.
 */
export async function sendRequest(
  name: string,
  path: `/${string}`,
  init: Init,
  options: CallOptions = {},
): Promise<{ readonly status: number; readonly body: string }> {
  const timeout = AbortSignal.timeout(options.timeout ?? defaultTimeout);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const reply = await fetch(path, {
      method: init.method,
      body: init.body ?? null,
      headers: { ...init.headers, 'X-Inkwell': '1' },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      // Lets a DELETE finish when the page is closed; its body is short.
      keepalive: init.method === 'DELETE',
      signal,
    });
    return { status: reply.status, body: await reply.text() };
  } catch (cause) {
    const reason = options.signal?.aborted
      ? 'aborted'
      : timeout.aborted
        ? 'timeout'
        : 'unreachable';
    throw new NetworkFailure(name, reason, { cause });
  }
}

/**
 * Size in bytes of an uploaded file, by its path on our origin; `gone` if it doesn't exist, null if
 * the size is unknown.
 */
export async function fetchFileSize(
  account: string,
  path: `/${string}`,
): Promise<number | 'gone' | null> {
  try {
    const reply = await fetch(path, {
      method: 'HEAD',
      headers: { 'X-Inkwell-Account': account },
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(defaultTimeout),
    });
    if (reply.status === 404) return 'gone';
    const length = reply.headers.get('content-length');
    return reply.ok && length !== null ? Number(length) : null;
  } catch {
    return null;
  }
}
