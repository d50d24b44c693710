import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { chooseEncoding, leastPacked, packing } from '../service/request/encodings';

/** A reply that came as it is, and is not known to be short, in the best form that its asker takes. */
export function packed(reply: Response, accepted: string | null): Response {
  const { body, headers, status } = reply;
  const encoding = chooseEncoding(accepted);
  if (!body || encoding === null || isShort(reply) || headers.has('content-encoding')) return reply;
  headers.delete('content-length');
  headers.set('content-encoding', encoding);
  const source = Readable.fromWeb(body as NodeStream<Uint8Array>);
  // Either end that goes ends the other; who reads hears of it from the body.
  const sink = pipeline(source, packing(encoding), () => undefined);
  return new Response(Readable.toWeb(sink) as ReadableStream, { status, headers });
}

/** Whether packing can gain nothing. */
export function isShort({ headers }: Response): boolean {
  const length = headers.get('content-length');
  return length !== null && Number(length) < leastPacked;
}
