import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { chooseEncoding, minCompressedBytes, createCompressor } from '../service/request/encodings';

/** Compresses an uncompressed reply with the best encoding the client accepts. */
export function toCompressedResponse(reply: Response, accepted: string | null): Response {
  const { body, headers, status } = reply;
  const encoding = chooseEncoding(accepted);
  if (!body || encoding === null || isTooShortToCompress(reply) || headers.has('content-encoding'))
    return reply;
  headers.delete('content-length');
  headers.set('content-encoding', encoding);
  const source = Readable.fromWeb(body as NodeStream<Uint8Array>);
  // If either end closes, the other is closed too; errors reach the reader through the body.
  const sink = pipeline(source, createCompressor(encoding), () => undefined);
  return new Response(Readable.toWeb(sink) as ReadableStream, { status, headers });
}

/** Whether compression can't make it smaller. */
export function isTooShortToCompress({ headers }: Response): boolean {
  const length = headers.get('content-length');
  return length !== null && Number(length) < minCompressedBytes;
}
