import { join } from 'node:path';
import process from 'node:process';
import { setDefaultHighWaterMark } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { readArguments } from './arguments.js';
import { limitHeapGrowth } from './heap-growth.js';
import { createHttpServer } from './http.js';
import { leave } from './leave.js';
import { root } from './prepare.js';

/** From the first signal to the exit; 5 s is promised. */
const graceMilliseconds = 4500;

/**
 * Bytes that a stream holds before its source has to wait. Node 20's own 16 KiB are less than what a
 * connection brings at once, so that every chunk of an upload would stop and start it.
 */
const streamBuffer = 256 * 1024;

/**
 * Runs the built app until a signal. Rejects with an error whose message says what to do.
 * @param {string[]} parameters
 */
export async function serve(parameters) {
  const { sample, importFrom, exportTo } = readArguments(parameters);
  prepareEnvironment();
  // What it writes is for its owner alone.
  process.umask(0o077);
  setDefaultHighWaterMark(false, streamBuffer);
  limitHeapGrowth();
  // Loading the handler runs the app's `init`: configuration is read and the database opened.
  const { handler } = await import(pathToFileURL(join(root, 'build', 'handler.js')).href);
  const runtime = currentRuntime();
  const server = createHttpServer();
  const isStopping = stopOnSignal(server, runtime);

  /** @type {(value?: undefined) => void} */
  let open = () => undefined;
  const prepared = new Promise((resolve) => (open = resolve));
  server.on('request', async (request, response) => {
    await prepared;
    // Over a connection that was open already: who was answered last asks again at once.
    if (isStopping()) return refuseStopping(response, runtime.headers);
    // adapter-node takes https for granted; this server itself speaks plain http.
    request.headers[protocolHeader] = 'http';
    const forwarded = /** @type {string | undefined} */ (request.headers['x-forwarded-for']);
    const address = runtime.addressOf(request.socket.remoteAddress ?? '', forwarded);
    if (!isReadable(request.url ?? '')) return refuseAddress(response, runtime.headers);
    if (runtime.nodeGateway?.(request, response, address)) return;
    request.headers[addressHeader] = address;
    for (const [name, value] of Object.entries(runtime.headers)) response.setHeader(name, value);
    if (mayWait(request.url ?? '')) runtime.replies.set(request, response);
    handler(request, response, () => response.writeHead(404).end());
  });

  try {
    // The port first: nothing is made for a server that cannot run.
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
/** Set for every request, so that it can be neither invented nor missing. */
const addressHeader = 'x-inkwell-address';

/**
 * Event polls of pages, whose replies are kept without their requests while they wait.
 * @param {string} url
 */
function mayWait(url) {
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
 * Kit answers broken escapes in words, before any hook; clients of this API expect its envelope.
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

/** adapter-node reads these while it is imported. */
function prepareEnvironment() {
  if (!process.env.ORIGIN) delete process.env.ORIGIN;
  process.env.PROTOCOL_HEADER = protocolHeader;
  process.env.ADDRESS_HEADER = addressHeader;
  // Limits are set by operation, not for all.
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

/** The bundle's runtime (`src/lib/server/runtime.ts`). */
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
 * SIGTERM or SIGINT: accept nothing more, answer what waits, finish what runs, close the database,
 * exit 0. Later signals change nothing: npm passes on a Ctrl+C that the terminal sent here as well.
 * The result tells whether that is under way.
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
    // Connections that stay open between requests would hold `close` up.
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
