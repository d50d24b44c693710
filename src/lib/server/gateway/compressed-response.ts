import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { chooseEncoding, minCompressedBytes, createCompressor } from '../service/request/encodings';

/** A reply that came as it is, and is not known to be short, in the best form that its asker takes. */
export function toCompressedResponse(reply: Response, accepted: string | null): Response {
  const { body, headers, status } = reply;
  const encoding = chooseEncoding(accepted);
  if (!body || encoding === null || isTooShortToCompress(reply) || headers.has('content-encoding'))
    return reply;
  headers.delete('content-length');
  headers.set('content-encoding', encoding);
  const source = Readable.fromWeb(body as NodeStream<Uint8Array>);
  // Either end that goes ends the other; who reads hears of it from the body.
  const sink = pipeline(source, createCompressor(encoding), () => undefined);
  return new Response(Readable.toWeb(sink) as ReadableStream, { status, headers });
}

/** Whether packing can gain nothing. */
export function isTooShortToCompress({ headers }: Response): boolean {
  const length = headers.get('content-length');
  return length !== null && Number(length) < minCompressedBytes;
}
