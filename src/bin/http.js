import { createServer } from 'node:http';
import { guardBodies } from './bodies.js';

/**
 * Milliseconds without traffic until a connection is closed. Longer than an event poll (at most 55
 * s between bytes).
 */
const idleMilliseconds = 120_000;
/**
 * Maximum size of URL and headers. Clients that send PATCH parameters in the URL need 128 KiB for
 * it.
 */
const maxHeadBytes = (128 + 16) * 1024;
/** Milliseconds to deliver an error to a client that might not be reading. */
const farewellMilliseconds = 2_000;

/**
 * A server that ends requests that are too slow or stalled, with an error in the API's format.
 * @param {import('./bodies.js').BodyTimes} [times]
 */
export function createHttpServer(times) {
  const server = createServer({ maxHeaderSize: maxHeadBytes, connectionsCheckingInterval: 5_000 });
  // Node's limit is for the whole request and would abort long uploads.
  server.requestTimeout = 0;
  server.headersTimeout = 20_000;
  server.keepAliveTimeout = 65_000;
  server.timeout = idleMilliseconds;
  server.on('clientError', answerUnreadable);
  guardBodies(server, (socket) => refuse(socket, 408), times);
  return server;
}

/** @type {Record<number, [name: string, message: string]>} */
const answers = {
  400: ['Bad Request', 'This is no request that can be read.'],
  408: ['Request Timeout', 'The request came too slowly.'],
  413: ['Payload Too Large', 'The request is too large.'],
  431: ['Request Header Fields Too Large', 'The address and the headers are too long.'],
};

const unreadable = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/**
 * Does what Node does by default, except if a request breaks off in the middle: then it sends no
 * answer, because the client might still be reading and would take a 400 for a rejection.
 * Source: RFC 9112, section 8.
 * @param {NodeJS.ErrnoException} error
 * @param {import('node:stream').Duplex} socket
 */
function answerUnreadable(error, socket) {
  if (error.code === 'HPE_INVALID_EOF_STATE') return socket.destroy();
  refuse(socket, unreadable.get(error.code ?? '') ?? 400);
}

/**
 * Sends an error in the API's format and closes the connection. Discards further input for a
 * moment: closing a connection with unread bytes would lose the error too.
 * @param {import('node:stream').Duplex} socket
 * @param {number} status
 */
function refuse(socket, status) {
  if (!socket.writable) return socket.destroy();
  const [name, msg] = answers[status] ?? ['', ''];
  const body = JSON.stringify({ result: 'error', msg, code: 'BAD_REQUEST' });
  const head = [
    `HTTP/1.1 ${status} ${name}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.removeAllListeners('data').on('data', () => undefined);
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), farewellMilliseconds).unref();
}
