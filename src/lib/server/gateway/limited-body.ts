import { GatewayFailure } from './failure';

/**
 * Reads a reply's body up to a limit. Throws `PAYLOAD_TOO_LARGE` without reading further, or the
 * error that interrupted the reply.
 */
export async function readLimitedBody(
  body: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof GatewayFailure ? error : brokenOff(error);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function tooLarge(max_bytes: number): GatewayFailure {
  return new GatewayFailure(413, 'PAYLOAD_TOO_LARGE', 'The body is too large.', { max_bytes });
}

function brokenOff(cause: unknown): GatewayFailure {
  const message = 'The reply of the server broke off.';
  return new GatewayFailure(502, 'UPSTREAM_UNREACHABLE', message, {}, {}, { cause });
}
