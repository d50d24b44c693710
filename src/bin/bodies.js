/**
 * @typedef {{
 *   grace: number;
 *   bytesPerSecond: number;
 *   lookEvery: number;
 *   linger: number;
 * }} BodyTimes
 * Milliseconds but for the rate. A body may be behind the rate by `grace`.
 */

/** @type {BodyTimes} */
const usual = { grace: 20_000, bytesPerSecond: 1_000, lookEvery: 5_000, linger: 5_000 };

/** Bytes of an unwanted body that are read for the sake of its sender. */
const mostUnwanted = 64 * 1024 * 1024;

/**
 * Two promises for the bodies of all requests to `server`. One that comes slower than the rate ends by
 * `tooSlow`, unless it is we who do not read. One that is not wanted any more, because its request has
 * been answered, is read on for a moment and thrown away, so that whoever is still sending can hear the
 * answer; then the connection ends. Source: RFC 9112, section 9.6.
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
        // All of it is there, read or not.
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
 * A request without either header has none. Source: RFC 9112, section 6.3.
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
    if (bytes > mostUnwanted) socket.destroy();
  });
  request.resume();
}
