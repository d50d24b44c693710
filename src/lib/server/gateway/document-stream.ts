import { finished, PassThrough, pipeline, Readable, type Transform } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { chooseEncoding, createCompressor } from '../service/request/encodings';

export interface StreamedDocument {
  /** What stands at the end of its body, as it comes; asked for once what stands before it has gone. */
  readonly rest: AsyncIterable<Uint8Array>;
  /** The request's `Accept-Encoding`. */
  readonly accepted: string | null;
  /** Calls back when its reader has gone before its end. */
  readonly onGone: () => void;
}

/**
 * A page whose end comes later: all that is there is sent at once, packed and not held back by what
 * packs or passes it on.
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
  // Of the page as it was.
  for (const name of ['etag', 'content-length']) headers.delete(name);
  if (encoding !== null) headers.set('content-encoding', encoding);
  headers.append('vary', 'accept-encoding');
  // nginx would collect the whole of it first.
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
  // Whoever passes it on has a turn before anything else is done.
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

/** What packs would wait for more. Resolves when it has let go of all that it has. */
function flush(sink: Transform): Promise<void> {
  if (!('flush' in sink)) return Promise.resolve();
  const { flush } = sink as Transform & { flush(done: () => void): void };
  return new Promise((resolve) => flush.call(sink, resolve));
}
