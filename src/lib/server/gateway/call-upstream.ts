import type { ApiOperation, ParamsOf, ResultOf } from '$lib/api/define-operation';
import { encodeCall } from '$lib/api/encode-call';
import { ApiError, MalformedReply, ServerFault } from '$lib/api/errors';
import { readReply } from '$lib/api/read-reply';
import { GatewayFailure } from './failure';
import { readLimitedBody } from './limited-body';
import { notApiFailure } from './proxy';
import type { UpstreamHandler } from './upstream';

/** Far more than any reply the gateway itself reads. */
const maxReplyBytes = 4 * 1024 * 1024;
const timeoutMilliseconds = 20_000;

export interface UpstreamClient {
  readonly upstream: UpstreamHandler;
  /** IP address of the person the gateway calls for. */
  readonly address: string;
}

/**
 * Calls an operation on behalf of the gateway itself. Throws `GatewayFailure` with the server's own
 * code.
 */
export async function callUpstream<O extends ApiOperation>(
  { upstream, address }: UpstreamClient,
  operation: O,
  params: ParamsOf<O>,
  authorization?: string,
): Promise<ResultOf<O>> {
  const { path, query, body } = encodeCall(operation, params);
  const headers: Record<string, string> = { 'user-agent': 'Inkwell/1' };
  if (authorization !== undefined) headers['authorization'] = authorization;
  const form = body && new TextEncoder().encode(body.toString());
  if (form) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    headers['content-length'] = String(form.byteLength);
  }
  const request = new Request(`http://upstream/api/v1${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: operation.method,
    headers,
    body: form,
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
  const reply = await upstream(request, { address });
  const bytes = reply.body ? await readLimitedBody(reply.body, maxReplyBytes) : new Uint8Array();
  try {
    return readReply(operation, reply.status, new TextDecoder().decode(bytes));
  } catch (error) {
    throw translated(error, reply.status);
  }
}

function translated(error: unknown, status: number): unknown {
  if (error instanceof ApiError) {
    return new GatewayFailure(error.status, error.code, error.serverMessage, error.fields);
  }
  if (error instanceof MalformedReply) {
    return notApiFailure('The server did not answer as a messaging server does.', status);
  }
  if (error instanceof ServerFault) {
    return new GatewayFailure(502, 'UPSTREAM_FAULT', 'The server failed.', {
      upstream_status: status,
    });
  }
  return error;
}
