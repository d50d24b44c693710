import { join } from 'node:path';
import process from 'node:process';
import { setDefaultHighWaterMark } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { readArguments } from './arguments.js';
import { limitHeapGrowth } from './heap-growth.internals.js';
import { createHttpServer } from './http.js';
import { addressOfClient, answerKeyCall } from './key-gateway.js';
import { leave } from './leave.js';
import { root } from './prepare.js';

/** Milliseconds from the first signal to the exit; at most 5 s are promised. */
const graceMilliseconds = 4500;

/**
 * Bytes that a stream buffers before its source has to wait. Node 20's default of 16 KiB is less
 * than what arrives on a connection at a time, so every chunk of an upload would pause and resume
 * it.
 */
const streamBuffer = 256 * 1024;

/**
 * Runs the built app until it gets a signal. Rejects with an error whose message says what to do.
 * @param {string[]} parameters
 */
export async function serve(parameters) {
  const { sample, importFrom, exportTo } = readArguments(parameters);
  prepareEnvironment();
  // Only the owner can access files it writes.
  process.umask(0o077);
  setDefaultHighWaterMark(false, streamBuffer);
  limitHeapGrowth();
  // Importing the handler runs the app's `init`, which reads the configuration and opens the
  // database.
  const { handler } = await import(pathToFileURL(join(root, 'build', 'handler.js')).href);
  const runtime = currentRuntime();
  const server = createHttpServer();
  const isStopping = stopOnSignal(server, runtime);

  /** @type {(value?: undefined) => void} */
  let open = () => undefined;
  const prepared = new Promise((resolve) => (open = resolve));
  server.on('request', async (request, response) => {
    await prepared;
    // On an open connection: clients send their next request as soon as they get a reply.
    if (isStopping()) return refuseStopping(response, runtime.headers);
    // adapter-node assumes https, but this server speaks plain http.
    request.headers[protocolHeader] = 'http';
    if (!isReadable(request.url ?? '')) return refuseAddress(response, runtime.headers);
    if (answerKeyCall(runtime, request, response)) return;
    request.headers[addressHeader] = addressOfClient(runtime, request);
    for (const [name, value] of Object.entries(runtime.headers)) response.setHeader(name, value);
    if (canWait(request.url ?? '')) runtime.replies.set(request, response);
    handler(request, response, () => response.writeHead(404).end());
  });

  try {
    // Listens first, so that nothing is created for a server that can't run.
    await listen(server, runtime.config);
    if (sample) process.stdout.write(await runtime.makeSample(sample));
    if (importFrom) process.stdout.write(await runtime.importArchive(importFrom));
    if (exportTo) process.stdout.write(await runtime.exportArchive(exportTo));
  } catch (error) {
    await runtime.close();
    throw error;
  }
  open();
  process.stdout.write(await runtime.advice());
  process.stdout.write(`Inkwell is ready: ${runtime.config.baseUrl}\n`);
}

const protocolHeader = 'x-inkwell-protocol';
/** Set on every request, so that clients can't forge it and it's never missing. */
const addressHeader = 'x-inkwell-address';

/**
 * Event polls of pages: while they wait, only their replies are kept, not their requests.
 * @param {string} url
 */
function canWait(url) {
  return /^\/json\/events(\?|$)/.test(url);
}

/** @param {string} url */
function isReadable(url) {
  try {
    decodeURI(url.split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/**
 * SvelteKit would answer broken escapes with plain text, before any hook; clients of this API
 * expect its error format.
 * @param {import('node:http').ServerResponse} response
 * @param {Record<string, string>} common
 */
function refuseAddress(response, common) {
  const body = { result: 'error', msg: 'Malformed address', code: 'BAD_REQUEST' };
  const headers = { ...common, 'content-type': 'application/json' };
  response.writeHead(400, headers).end(JSON.stringify(body));
}

const stoppingWords = 'This server stops; try again in a moment.';

/**
 * @param {import('node:http').ServerResponse} response
 * @param {Record<string, string>} common
 */
function refuseStopping(response, common) {
  const body = { result: 'error', msg: stoppingWords, code: 'SERVER_STOPPING' };
  const headers = { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' };
  response.writeHead(503, { ...common, ...headers }).end(JSON.stringify(body));
}

/** adapter-node reads these when it is imported. */
function prepareEnvironment() {
  if (!process.env.ORIGIN) delete process.env.ORIGIN;
  process.env.PROTOCOL_HEADER = protocolHeader;
  process.env.ADDRESS_HEADER = addressHeader;
  // Each operation has its own limit.
  process.env.BODY_SIZE_LIMIT = 'Infinity';
}

/**
 * @typedef {{
 *   config: { host: string; port: number; baseUrl: string };
 *   headers: Record<string, string>;
 *   nodeGateway: import('../lib/server/gateway/node-gateway').NodeGateway | null;
 *   replies: WeakMap<import('node:http').IncomingMessage, import('node:http').ServerResponse>;
 *   addressOf(peer: string, forwardedFor: string | undefined): string;
 *   makeSample(size: 'small' | 'large'): Promise<string>;
 *   importArchive(file: string): Promise<string>;
 *   exportArchive(file: string): Promise<string>;
 *   advice(): Promise<string>;
 *   close(): Promise<void>;
 * }} Runtime
 */

/** The runtime started by the bundle (`src/lib/server/runtime.ts`). */
export function currentRuntime() {
  const holder = /** @type {Record<symbol, Runtime | undefined>} */ (
    /** @type {unknown} */ (globalThis)
  );
  const runtime = holder[Symbol.for('inkwell.runtime')];
  if (!runtime) throw new Error('the built app did not start its runtime.');
  return runtime;
}

/**
 * @param {import('node:http').Server} server
 * @param {{ host: string; port: number }} address
 */
function listen(server, { host, port }) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      server.once('error', (error) => reject(new Error(listenProblem(error, host, port))));
      server.listen({ host, port }, resolve);
    })
  );
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {string} host
 * @param {number} port
 */
function listenProblem(error, host, port) {
  if (error.code === 'EADDRINUSE') {
    return `port ${port} on ${host} is taken; stop what uses it or set PORT to another one.`;
  }
  if (error.code === 'EACCES') {
    return `port ${port} may not be used by this account; set PORT to one above 1023.`;
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `HOST ${host} is not an address of this machine; set HOST to 127.0.0.1 or 0.0.0.0.`;
  }
  return `cannot listen on ${host}:${port} (${error.code}).`;
}

/**
 * On SIGTERM or SIGINT: stops accepting requests, answers waiting ones, finishes running ones,
 * closes the database and exits with 0. Further signals have no effect: npm forwards a Ctrl+C that
 * the terminal has sent here too. Returns a function that tells whether the server is stopping.
 * @param {import('node:http').Server} server
 * @param {Runtime} runtime
 */
function stopOnSignal(server, runtime) {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      server.closeAllConnections();
      leave();
    }, graceMilliseconds).unref();
    const closed = new Promise((resolve) => server.close(resolve));
    // Idle connections would delay `close`.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    await runtime.close();
    await closed;
    clearInterval(sweep);
    leave();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return () => stopping;
}
