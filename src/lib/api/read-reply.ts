import * as v from 'valibot';
import type { ApiOperation, ResultOf } from './define-operation';
import { ApiError, MalformedReply, ServerFault } from './errors';

/**
 * Parses a reply body for its operation. Throws `ApiError`, `ServerFault` or `MalformedReply`.
 * Reply format: https://zulip.com/api/rest-error-handling.
 */
export function readReply<O extends ApiOperation>(
  operation: O,
  status: number,
  body: string,
): ResultOf<O> {
  const envelope = parseEnvelope(operation.id, status, body);
  if (envelope.result !== 'success') {
    const { result: _result, msg, code, ...fields } = envelope;
    const message = typeof msg === 'string' ? msg : '';
    if (typeof code !== 'string' || status >= 500) {
      throw new ServerFault(operation.id, status, message);
    }
    throw new ApiError(operation.id, status, code, message, fields);
  }
  const parsed = v.safeParse(operation.result, envelope);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    throw new MalformedReply(operation.id, v.getDotPath(issue) ?? '', issue.message);
  }
  return parsed.output as ResultOf<O>;
}

function parseEnvelope(operation: string, status: number, body: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    if (status >= 500) throw new ServerFault(operation, status);
    throw new MalformedReply(operation, '', 'not JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || !('result' in value)) {
    if (status >= 500) throw new ServerFault(operation, status);
    throw new MalformedReply(operation, 'result', 'not an envelope');
  }
  return value as Record<string, unknown>;
}
