import * as v from 'valibot';
import { GatewayFailure } from './failure';
import { withRequestBody } from '../service/request/body';

const maxBytes = 16 * 1024;

/**
 * Reads the JSON body of one of the gateway's own endpoints; a missing body is `{}`. Throws
 * `BAD_REQUEST`, and like `withRequestBody`.
 */
export async function readJsonBody<T>(
  request: Request,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const value = await withRequestBody(request, maxBytes, async (bytes) =>
    bytes.byteLength > 0 ? parse(new TextDecoder().decode(bytes)) : {},
  );
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const field = v.getDotPath(parsed.issues[0]);
  throw bad(`Not understood${field ? ` at ${field}` : ''}.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad('The body must be JSON.');
  }
}

function bad(message: string): GatewayFailure {
  return new GatewayFailure(400, 'BAD_REQUEST', message);
}
