import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer } from './http.js';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const quick = { grace: 100, bytesPerSecond: 1_000_000, lookEvery: 10, linger: 100 };
const patient = { ...quick, grace: 60_000, linger: 60_000 };
const open: ReturnType<typeof createHttpServer>[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(handle: Handle, times = quick): Promise<() => Socket> {
  const server = createHttpServer(times).on('request', handle);
  open.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return () => connect(port, '127.0.0.1');
}

/** Everything received until the connection is closed. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  await once(socket, 'close');
  return text;
}

const reads: Handle = (request, response) => {
  request.on('end', () => response.end('read')).resume();
};
const head = (length: number) =>
  `POST /api/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

describe('the server', () => {
  it('accepts a URL of 128 KiB', async () => {
    const client = await serve((request, response) => response.end(String(request.url?.length)));
    const socket = client();
    const path = `/${'x'.repeat(128 * 1024 - 1)}`;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(await readAll(socket)).toMatch(/\r\n131072$/);
  });

  it('rejects a longer URL with an API error', async () => {
    const client = await serve(reads);
    const socket = client();
    socket.write(`GET /${'x'.repeat(4 * 1024 * 1024)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const [top, body] = (await readAll(socket)).split('\r\n\r\n');
    expect(top).toMatch(/^HTTP\/1.1 431 .*\r\nContent-Type: application\/json\r\n/);
    expect(JSON.parse(body!)).toEqual({
      result: 'error',
      msg: 'The address and the headers are too long.',
      code: 'BAD_REQUEST',
    });
  });
});

describe('a body', () => {
  it.each([
    ['that stops', ''],
    ['that comes a byte at a time', 'x'],
  ])('%s is ended with 408', async (_name, drop) => {
    const client = await serve(reads);
    const socket = client();
    socket.write(head(1000));
    const drip = setInterval(() => socket.write(drop), 5);
    const text = await readAll(socket).finally(() => clearInterval(drip));
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(text).toContain('"msg":"The request came too slowly."');
  });

  it('is not expected of a waiting request without one', async () => {
    const held: ServerResponse[] = [];
    const client = await serve((_request, response) => void held.push(response));
    const [waiting, slow] = [client(), client()];
    waiting.write('GET /api/v1/events HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const text = readAll(waiting);
    await expect.poll(() => held).toHaveLength(1);
    // Started later, and its time is up.
    slow.write(head(1000));
    expect(await readAll(slow)).toMatch(/^HTTP\/1.1 408 /);
    held[0]?.end('late');
    expect(await text).toMatch(/^HTTP\/1.1 200 [^]*late/);
  });

  it('can wait as long as the server does not read it', async () => {
    const going: (() => void)[] = [];
    const client = await serve((request, response) => {
      request.pause();
      going.push(() => void request.on('end', () => response.end('read')).resume());
    });
    const socket = client();
    socket.write(head(4) + 'ab');
    // Once a body that started later has timed out elsewhere, this one's time would be over too.
    await expect.poll(() => going.length).toBe(1);
    const other = (await serve(reads))();
    other.write(head(4));
    await readAll(other);
    going[0]!();
    socket.write('cd');
    expect(String((await once(socket, 'data'))[0])).toContain('200 OK');
    socket.destroy();
  });

  it('that is not wanted is read until the client has the reply', async () => {
    const client = await serve((request, response) => {
      // Like an endpoint that has read the first bytes.
      request.once('data', () => request.pause());
      response.writeHead(413).end('too large');
    }, patient);
    const socket = client();
    const length = 8 * 1024 * 1024;
    socket.write(head(length));
    const sent = new Promise((resolve) => socket.write('x'.repeat(length), resolve));
    const [reply] = (await once(socket, 'data')) as [Buffer];
    expect(String(reply)).toContain('413');
    await sent;
    // The whole body was read, so the connection can be used again.
    socket.write(head(0));
    expect(String((await once(socket, 'data'))[0])).toContain('413');
    socket.destroy();
  });

  it('that is not wanted does not keep the connection open', async () => {
    const client = await serve((_request, response) => void response.writeHead(404).end());
    const socket = client();
    socket.write(head(1000));
    expect(await readAll(socket)).toContain('404');
  });
});
