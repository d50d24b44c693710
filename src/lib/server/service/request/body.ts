import { ServiceFailure } from '../failure';
import type { ServerRequest, ByteSource } from './server-request';

/** Maximum number of bytes of all bodies being read or processed in this process. */
const maxBytesInFlight = 64 * 1024 * 1024;
let inFlight = 0;

/**
 * Reads a request's body, of at most `limit` bytes, and calls `use` with it. No body counts as an
 * empty one. The bytes count toward the total of all requests until `use` settles. Throws 413 as
 * soon as the body is too long, 429 while the total is too high, and 499 if the body breaks off.
 * The rest then stays unread: the server's entry discards it so that the client still gets the
 * response (`src/bin/bodies.js`).
 */
export async function withRequestBody<T>(
  request: Pick<ServerRequest, 'headers' | 'body'>,
  limit: number,
  use: (bytes: Uint8Array<ArrayBuffer>) => Promise<T>,
): Promise<T> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let chunk; request.body && (chunk = await nextOf(request.body));) {
      size += chunk.byteLength;
      inFlight += chunk.byteLength;
      if (size > limit) throw tooLarge(limit);
      if (inFlight > maxBytesInFlight) throw busy();
      chunks.push(chunk);
    }
    return await use(new Uint8Array(Buffer.concat(chunks)));
  } finally {
    inFlight -= size;
  }
}

/** Not `for await`, which would cut the connection before the response if it ends early. */
async function nextOf(body: ByteSource): Promise<Uint8Array | undefined> {
  const reader = body.getReader();
  try {
    return (await reader.read()).value;
  } catch {
    throw new ServiceFailure('BAD_REQUEST', 'The request was interrupted.', 499);
  } finally {
    reader.releaseLock();
  }
}

function tooLarge(limit: number): ServiceFailure {
  return new ServiceFailure('BAD_REQUEST', `This is too large. The limit is ${limit} bytes.`, 413);
}

function busy(): ServiceFailure {
  return new ServiceFailure(
    'RATE_LIMIT_HIT',
    'The server is busy. Try again in a moment.',
    429,
    { 'retry-after': 1 },
    { 'retry-after': '1' },
  );
}
