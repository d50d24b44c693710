import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { acceptsEncoding } from '../service/request/encodings';
import { GatewayFailure } from './failure';
import type { UpstreamHandler } from './upstream';

/**
 * After this long without a byte, the server counts as gone. Its own heartbeats come every 60 s.
 */
const idleMilliseconds = 120_000;
/**
 * Idle connections are closed before common servers close them, which would look like a lost reply.
 */
const keptMilliseconds = 4000;

const requestHeaders = [
  ...['accept', 'accept-language', 'authorization', 'content-type', 'user-agent'],
  ...['range', 'if-range', 'if-none-match', 'if-modified-since'],
  ...['tus-resumable', 'upload-length', 'upload-offset', 'upload-metadata'],
];
const replyHeaders = [
  ...['content-type', 'retry-after', 'allow', 'last-modified', 'etag', 'location', 'vary'],
  ...['accept-ranges', 'cache-control', 'content-disposition', 'content-range'],
  ...['tus-resumable', 'tus-version', 'tus-extension', 'tus-max-size'],
  ...['upload-length', 'upload-offset', 'upload-metadata', 'upload-expires'],
];

export interface ProxyOptions {
  /** Milliseconds without a byte after which the server counts as gone; 120,000 by default. */
  readonly idle?: number;
  /** Aborted when this process stops; waiting polls are then answered immediately. */
  readonly closing?: AbortSignal;
}

/**
 * Forwards requests to the server at `serviceUrl`, with backpressure in both directions; the path
 * can't lead elsewhere. Aborting the request aborts the upstream one. Redirects are not followed,
 * because they would pass the key on. Throws `GatewayFailure` for anything that isn't a reply of
 * that server. Uses `node:http` because the global fetch reached two thirds of its rate and always
 * decodes bodies.
 */
export function createProxy(serviceUrl: string, options: ProxyOptions = {}): UpstreamHandler {
  const base = new URL(serviceUrl);
  const secure = base.protocol === 'https:';
  const agentOptions = { keepAlive: true, timeout: keptMilliseconds, scheduling: 'lifo' } as const;
  const agent = secure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  const send = secure ? httpsRequest : httpRequest;
  const prefix = base.pathname.replace(/\/$/, '');

  return async (incoming) => {
    const { pathname, search } = new URL(incoming.url);
    const outgoing = send({
      protocol: base.protocol,
      hostname: base.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: base.port,
      agent,
      method: incoming.method,
      path: prefix + pathname + search,
      headers: {
        ...pick(incoming.headers, requestHeaders),
        'accept-encoding': incoming.headers.get('accept-encoding') ?? 'identity',
        ...lengthOf(incoming),
      },
      timeout: options.idle ?? idleMilliseconds,
    });
    // Only polls are cut short: an interrupted write would leave its sender unsure of the outcome.
    const waits = incoming.method === 'GET' && pathname.endsWith('/api/v1/events');
    const reply = await exchange(outgoing, incoming, waits ? options.closing : undefined);
    return readReply(reply, incoming);
  };
}

type Outgoing = ReturnType<typeof httpRequest>;

function exchange(
  outgoing: Outgoing,
  incoming: Request,
  closing?: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let begun: IncomingMessage | undefined;
    const end = (why: GatewayFailure) => {
      // Otherwise the reader would only see a connection reset.
      begun?.destroy(why);
      outgoing.destroy(why);
    };
    const abort = () => end(endOf(incoming.signal));
    const stop = () => outgoing.destroy(stopping());
    incoming.signal.addEventListener('abort', abort, { once: true });
    closing?.addEventListener('abort', stop, { once: true });
    if (incoming.signal.aborted) abort();
    if (closing?.aborted) stop();
    outgoing.on('timeout', () => end(timedOut()));
    outgoing.on('error', (cause) => {
      incoming.signal.removeEventListener('abort', abort);
      closing?.removeEventListener('abort', stop);
      reject(cause instanceof GatewayFailure ? cause : unreachable(cause));
    });
    outgoing.on('response', (reply) => {
      begun = reply;
      // A reply that has begun can finish.
      closing?.removeEventListener('abort', stop);
      reply.once('close', () => incoming.signal.removeEventListener('abort', abort));
      resolve(reply);
    });
    if (incoming.body) {
      const body = Readable.fromWeb(incoming.body as Parameters<typeof Readable.fromWeb>[0]);
      // The body's failure also ends the request; the handlers above report it.
      body.once('error', () => outgoing.destroy(broken()));
      pipeline(body, outgoing).catch(() => outgoing.destroy());
    } else {
      outgoing.end();
    }
  });
}

function readReply(reply: IncomingMessage, incoming: Request): Response {
  const status = reply.statusCode ?? 502;
  if (status >= 300 && status < 400 && status !== 304) {
    reply.destroy();
    throw redirected(status, reply.headers.location);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(reply.headers)) {
    if (typeof value === 'string' && (replyHeaders.includes(name) || /^x-ratelimit-/.test(name))) {
      headers.set(name, value);
    }
  }
  const length = reply.headers['content-length'];
  if (length !== undefined && !reply.headers['content-encoding']) {
    headers.set('content-length', length);
  }
  const bare = incoming.method === 'HEAD' || status === 204 || status === 304;
  if (bare) {
    reply.resume();
    return new Response(null, { status, headers });
  }
  return new Response(decoded(reply, incoming, headers), { status, headers });
}

/** Passes on an encoding the client accepts and decodes any other. */
function decoded(reply: IncomingMessage, incoming: Request, headers: Headers): ReadableStream {
  const encoding = reply.headers['content-encoding'] ?? 'identity';
  let source: Readable = reply;
  if (encoding !== 'identity') {
    const decoder =
      encoding === 'gzip' ? createGunzip : encoding === 'br' ? createBrotliDecompress : null;
    if (acceptsEncoding(incoming.headers.get('accept-encoding'), encoding)) {
      headers.set('content-encoding', encoding);
    } else if (decoder) {
      source = decoder();
      pipeline(reply, source as ReturnType<typeof decoder>).catch(() => undefined);
    } else {
      reply.destroy();
      throw notApiFailure('The server answered in an unknown encoding.', reply.statusCode);
    }
  }
  return Readable.toWeb(source) as ReadableStream;
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/**
 * Passes on a known length; otherwise the body is chunked. This must be explicit: for some methods
 * (DELETE) Node assumes there is no body and sends one that can't be read.
 */
function lengthOf({ headers, body, method }: Request): Record<string, string> {
  if (body === null) return method === 'GET' || method === 'HEAD' ? {} : { 'content-length': '0' };
  const length = headers.get('content-length');
  return length === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': length };
}

export function notApiFailure(message: string, status: number | undefined): GatewayFailure {
  return new GatewayFailure(502, 'UPSTREAM_NOT_API', message, { upstream_status: status ?? 0 });
}

function redirected(status: number, location: string | undefined): GatewayFailure {
  return new GatewayFailure(502, 'UPSTREAM_REDIRECT', 'The server points to another address.', {
    upstream_status: status,
    location: originOf(location),
  });
}

/** Only the origin: the rest of a URL can contain secrets. */
function originOf(location: string | undefined): string | null {
  return location && URL.canParse(location) ? new URL(location).origin : null;
}

/** Why an unwanted exchange ends: its time is over or the client has disconnected. */
function endOf({ reason }: AbortSignal): GatewayFailure {
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? timedOut() : broken();
}

/** The client never receives it; log and metrics use it to distinguish this from server errors. */
function broken(): GatewayFailure {
  return new GatewayFailure(499, 'BAD_REQUEST', 'The request was interrupted.');
}

function timedOut(): GatewayFailure {
  return new GatewayFailure(504, 'UPSTREAM_TIMEOUT', 'The server did not answer in time.');
}

function stopping(): GatewayFailure {
  return new GatewayFailure(503, 'SERVER_STOPPING', 'This server stops; try again in a moment.');
}

function unreachable(cause: Error): GatewayFailure {
  const reason = 'code' in cause && typeof cause.code === 'string' ? cause.code : 'ERROR';
  return new GatewayFailure(
    502,
    'UPSTREAM_UNREACHABLE',
    'The server can not be reached.',
    { reason },
    {},
    { cause },
  );
}
