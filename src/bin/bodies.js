/**
 * @typedef {{
 *   grace: number;
 *   bytesPerSecond: number;
 *   lookEvery: number;
 *   linger: number;
 * }} BodyTimes
 * In milliseconds, except the rate. A body can fall behind the rate by `grace`.
 */

/** @type {BodyTimes} */
const usual = { grace: 20_000, bytesPerSecond: 1_000, lookEvery: 5_000, linger: 5_000 };

/** Bytes of an unwanted body that are still read, so that the client can get the reply. */
const maxUnreadBytes = 64 * 1024 * 1024;

/**
 * Watches the bodies of all requests to `server`. If a body arrives more slowly than the rate,
 * calls `tooSlow`, unless we are the ones not reading. If a request was answered before its body
 * was complete, keeps reading and discarding it for a moment, so that a client that is still
 * sending can get the reply; then closes the connection. Source: RFC 9112, section 9.6.
 * @param {import('node:http').Server} server
 * @param {(socket: import('node:net').Socket) => void} tooSlow
 * @param {BodyTimes} [times]
 */
export function guardBodies(server, tooSlow, times = usual) {
  /** @type {Map<import('node:http').IncomingMessage, { bytes: number; credit: number; at: number }>} */
  const open = new Map();

  server.prependListener('request', (request, response) => {
    if (request.complete || !hasBody(request)) return;
    const { socket } = request;
    open.set(request, { bytes: socket.bytesRead, credit: times.grace, at: performance.now() });
    for (const event of ['end', 'close']) request.once(event, () => open.delete(request));
    response.once('finish', () => {
      open.delete(request);
      if (!request.complete) throwAway(request, times.linger);
    });
  });

  const look = () => {
    for (const [request, seen] of open) {
      if (request.complete) {
        // The whole body has arrived, read or not.
        open.delete(request);
        continue;
      }
      const { socket } = request;
      const [bytes, at] = [socket.bytesRead, performance.now()];
      const earned = ((bytes - seen.bytes) / times.bytesPerSecond) * 1000;
      const spent = request.isPaused() ? 0 : at - seen.at;
      const credit = Math.min(times.grace, seen.credit + earned - spent);
      open.set(request, { bytes, credit, at });
      if (credit >= 0) continue;
      open.delete(request);
      tooSlow(socket);
    }
  };
  const timer = setInterval(look, times.lookEvery).unref();
  server.once('close', () => clearInterval(timer));
}

/**
 * A request without either header has no body. Source: RFC 9112, section 6.3.
 * @param {import('node:http').IncomingMessage} request
 */
function hasBody({ headers }) {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {number} milliseconds
 */
function throwAway(request, milliseconds) {
  const { socket } = request;
  let bytes = 0;
  const timer = setTimeout(() => socket.destroy(), milliseconds).unref();
  request.once('close', () => clearTimeout(timer));
  request.removeAllListeners('data').on('data', (chunk) => {
    bytes += chunk.length;
    if (bytes > maxUnreadBytes) socket.destroy();
  });
  request.resume();
}
