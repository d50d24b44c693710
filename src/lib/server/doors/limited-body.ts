import { DoorFailure } from './failure';

/**
 * Reads a reply's body up to a limit. Throws `PAYLOAD_TOO_LARGE` without reading on, or why the reply
 * has no end.
 */
export async function readLimited(
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
    throw error instanceof DoorFailure ? error : brokenOff(error);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function tooLarge(max_bytes: number): DoorFailure {
  return new DoorFailure(413, 'PAYLOAD_TOO_LARGE', 'The body is too large.', { max_bytes });
}

function brokenOff(cause: unknown): DoorFailure {
  const message = 'The reply of the server broke off.';
  return new DoorFailure(502, 'UPSTREAM_UNREACHABLE', message, {}, {}, { cause });
}
