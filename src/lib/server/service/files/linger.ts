import type { Readable } from 'node:stream';

const longest = 5_000;
const most = 64 * 1024 * 1024;

/**
 * Lets go of a body that nobody wants: reads on for a moment without keeping anything, so that a
 * client that is still sending can hear the answer, then ends the connection.
 * Source: RFC 9112, section 9.6.
 */
export function linger(body: Readable): void {
  if (body.readableEnded || body.destroyed) return;
  let bytes = 0;
  const end = () => body.destroy();
  const timer = setTimeout(end, longest);
  timer.unref();
  body.on('error', () => undefined);
  body.once('close', () => clearTimeout(timer));
  body.on('data', (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > most) end();
  });
  body.resume();
}
