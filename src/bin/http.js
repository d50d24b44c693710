import { createServer } from 'node:http';
import { guardBodies } from './bodies.js';

/** A connection on which nothing moves. Longer than an event poll (at most 55 s between bytes). */
const idleMilliseconds = 120_000;
/** Clients that send parameters of a PATCH in the address need it long: 128 KiB, and all headers. */
const longestHead = (128 + 16) * 1024;
/** For what is told to somebody who may not be listening. */
const farewellMilliseconds = 2_000;

/**
 * A server that ends what moves too slowly, or not at all, and tells why in the API's words.
 * @param {import('./bodies.js').BodyTimes} [times]
 */
export function createHttpServer(times) {
  const server = createServer({ maxHeaderSize: longestHead, connectionsCheckingInterval: 5_000 });
  // Node's limit is for a whole request and would cut long uploads.
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
 * As Node does by itself, but for a request that ends in its middle: whoever sent it may still listen,
 * and would take a 400 for a refusal of what only broke off. It is not answered.
 * Source: RFC 9112, section 8.
 * @param {NodeJS.ErrnoException} error
 * @param {import('node:stream').Duplex} socket
 */
function answerUnreadable(error, socket) {
  if (error.code === 'HPE_INVALID_EOF_STATE') return socket.destroy();
  refuse(socket, unreadable.get(error.code ?? '') ?? 400);
}

/**
 * The last words of a connection, in the API's envelope. What still comes is thrown away for a moment:
 * a connection that is closed over unread bytes takes its last words with it.
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
