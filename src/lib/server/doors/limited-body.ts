import { DoorFailure } from './failure';

/** Reads a reply's body up to a limit. Throws `PAYLOAD_TOO_LARGE` without reading on. */
export async function readLimited(
  body: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) {
      throw new DoorFailure(413, 'PAYLOAD_TOO_LARGE', 'The body is too large.', {
        max_bytes: limit,
      });
    }
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
