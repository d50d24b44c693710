import type { Operation, ParamsOf, ResultOf } from '$lib/api/define';
import { encodeCall } from '$lib/api/encode';
import { ApiError, MalformedReply, ServerFault } from '$lib/api/errors';
import { readReply } from '$lib/api/reply';
import { DoorFailure } from './failure';
import { readLimited } from './limited-body';
import { notApi } from './proxy';
import type { Upstream } from './upstream';

/** No reply that a door itself reads is near this. */
const maxReplyBytes = 4 * 1024 * 1024;
const timeoutMilliseconds = 20_000;

export interface Asker {
  readonly upstream: Upstream;
  /** Of the person on whose behalf the door asks. */
  readonly address: string;
}

/** Calls an operation for a door itself. Throws `DoorFailure` with the server's own code. */
export async function ask<O extends Operation>(
  { upstream, address }: Asker,
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
  const bytes = reply.body ? await readLimited(reply.body, maxReplyBytes) : new Uint8Array();
  try {
    return readReply(operation, reply.status, new TextDecoder().decode(bytes));
  } catch (error) {
    throw translated(error, reply.status);
  }
}

function translated(error: unknown, status: number): unknown {
  if (error instanceof ApiError) {
    return new DoorFailure(error.status, error.code, error.serverMessage, error.fields);
  }
  if (error instanceof MalformedReply) {
    return notApi('The server did not answer as a messaging server does.', status);
  }
  if (error instanceof ServerFault) {
    return new DoorFailure(502, 'UPSTREAM_FAULT', 'The server failed.', {
      upstream_status: status,
    });
  }
  return error;
}
