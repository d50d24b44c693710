import { finished, PassThrough, pipeline, Readable, type Transform } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { chooseEncoding, createCompressor } from '../service/request/encodings';

export interface StreamedDocument {
  /** The last part of the body, streamed. It is read once the first part has been sent. */
  readonly rest: AsyncIterable<Uint8Array>;
  /** The request's `Accept-Encoding`. */
  readonly accepted: string | null;
  /** Called if the client disconnects before the end. */
  readonly onGone: () => void;
}

/**
 * Streams a page whose last part comes later. What exists is sent immediately, compressed, and not
 * buffered by the compressor or a proxy.
 */
export async function streamPage(page: Response, going: StreamedDocument): Promise<Response> {
  const html = await page.text();
  const end = html.lastIndexOf('</body>');
  const encoding = chooseEncoding(going.accepted);
  const sink = encoding === null ? new PassThrough() : createCompressor(encoding);
  const begun = sendNow(sink, Buffer.from(html.slice(0, end)));
  finished(sink, (error) => error && going.onGone());
  const rest = inPieces(sink, begun, going.rest, Buffer.from(html.slice(end)));
  pipeline(Readable.from(rest), sink, () => undefined);

  const headers = new Headers(page.headers);
  // They apply to the original page.
  for (const name of ['etag', 'content-length']) headers.delete(name);
  if (encoding !== null) headers.set('content-encoding', encoding);
  headers.append('vary', 'accept-encoding');
  // Otherwise nginx buffers the whole response.
  headers.set('x-accel-buffering', 'no');
  return new Response(Readable.toWeb(sink) as ReadableStream, { status: page.status, headers });
}

async function* inPieces(
  sink: Transform,
  begun: Promise<void>,
  rest: AsyncIterable<Uint8Array>,
  last: Uint8Array,
) {
  await begun;
  // Yield to the event loop first, so that the server can send what it has.
  await turn();
  for await (const piece of rest) {
    yield piece;
    void flush(sink);
  }
  yield last;
}

function sendNow(sink: Transform, piece: Uint8Array): Promise<void> {
  sink.write(piece);
  return flush(sink);
}

/**
 * Flushes the compressor, which would otherwise wait for more data. Resolves once everything has
 * been passed on.
 */
function flush(sink: Transform): Promise<void> {
  if (!('flush' in sink)) return Promise.resolve();
  const { flush } = sink as Transform & { flush(done: () => void): void };
  return new Promise((resolve) => flush.call(sink, resolve));
}
