import { ServiceFailure } from '../failure';
import type { ServerRequest, ByteSource } from './server-request';

/** Bytes of all bodies that are being read or worked on, in this process. */
const maxBytesInFlight = 64 * 1024 * 1024;
let inFlight = 0;

/**
 * Reads a request's body, of at most `limit` bytes, and runs `use` with it; no body is an empty one.
 * Until `use` settles the bytes count among those of all requests. Throws 413 as soon
 * as it is one, 429 while all of them together are too many, and 499 where the body breaks off. What is left unread stays so: the server's entry lets go of it in a way
 * that lets the answer be heard (`src/bin/bodies.js`).
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

/** Not `for await`, whose early end would cut the connection before the answer. */
async function nextOf(body: ByteSource): Promise<Uint8Array | undefined> {
  const reader = body.getReader();
  try {
    return (await reader.read()).value;
  } catch {
    throw new ServiceFailure('BAD_REQUEST', 'The request broke off.', 499);
  } finally {
    reader.releaseLock();
  }
}

function tooLarge(limit: number): ServiceFailure {
  return new ServiceFailure('BAD_REQUEST', `This is too large: at most ${limit} bytes fit.`, 413);
}

function busy(): ServiceFailure {
  return new ServiceFailure(
    'RATE_LIMIT_HIT',
    'The server has too much to read at once; try again in a moment.',
    429,
    { 'retry-after': 1 },
    { 'retry-after': '1' },
  );
}
