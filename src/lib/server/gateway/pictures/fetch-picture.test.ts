import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { aGif, aJpeg, aPng, aWebp } from '../../../../../tests/support/pictures';
import { isPublicAddress, type HostResolver } from './fetch-picture';
import { fetchPicture, pictureType } from './fetch-picture';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handler);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Resolves every name to this machine, which is also the messaging server by default. */
const here: HostResolver = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
const options = { upstream: 'chat.example', resolve: here };

describe('fetchPicture', () => {
  it('fetches a picture and reveals only the URL to the other server', async () => {
    let seen: IncomingMessage | undefined;
    const port = await serve((request, response) => {
      seen = request;
      response.writeHead(200, { 'content-type': 'text/html' }).end(aPng());
    });
    const picture = await fetchPicture(`http://pictures.example:${port}/a?d=identicon`, options);
    expect(picture?.type).toBe('image/png');
    expect(Buffer.from(picture!.bytes).equals(aPng())).toBe(true);
    expect(seen?.url).toBe('/a?d=identicon');
    expect(Object.keys(seen!.headers).sort()).toEqual(
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].sort(),
    );
  });

  it.each([
    ['a page', 200, '<!DOCTYPE html><title>x</title>'],
    ['a drawing, which is a program', 200, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['nothing', 200, ''],
    ['an error, even with a picture', 404, aPng()],
    ['more than a mebibyte', 200, Buffer.concat([aPng(), Buffer.alloc(1024 * 1024)])],
  ])('fetches no %s', async (_name, status, body) => {
    const port = await serve((_request, response) => response.writeHead(status).end(body));
    expect(await fetchPicture(`http://pictures.example:${port}/`, options)).toBeNull();
  });

  it('fetches an SVG only from the messaging server', async () => {
    const port = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
    );
    expect((await fetchPicture(`http://chat.example:${port}/logo.svg`, options))?.type).toBe(
      'image/svg+xml',
    );
    expect(await fetchPicture(`http://pictures.example:${port}/logo.svg`, options)).toBeNull();
  });

  it('gives up on a server whose reply never ends', async () => {
    const port = await serve((_request, response) => void response.writeHead(200).write(aPng()));
    const hurried = { ...options, milliseconds: 50 };
    expect(await fetchPicture(`http://pictures.example:${port}/`, hurried)).toBeNull();
  });

  it('connects to private addresses only for the messaging server', async () => {
    let requestCount = 0;
    const port = await serve((_request, response) => {
      requestCount += 1;
      response.end(aPng());
    });
    const elsewhere: HostResolver = (name) =>
      Promise.resolve([{ address: name === 'chat.example' ? '10.0.0.9' : '127.0.0.1', family: 4 }]);
    const apart = { upstream: 'chat.example', resolve: elsewhere };
    for (const host of ['pictures.example', '127.0.0.1', '[::1]', '0x7f.1', 'localhost']) {
      expect(await fetchPicture(`http://${host}:${port}/`, apart)).toBeNull();
    }
    expect(requestCount).toBe(0);
  });

  it('follows a redirect only to an allowed address, and a limited number of times', async () => {
    let requestCount = 0;
    const port = await serve((request, response) => {
      requestCount += 1;
      if (request.url === '/end') return response.end(aPng());
      const next = request.url === '/good' ? '/end' : request.url === '/bad' ? bad : request.url;
      return response.writeHead(302, { location: next }).end();
    });
    const bad = `http://inside.example:${port}/end`;
    const resolve: HostResolver = (name) =>
      Promise.resolve([
        { address: name === 'inside.example' ? '192.168.0.1' : '127.0.0.1', family: 4 },
      ]);
    const at = (path: string) =>
      fetchPicture(`http://pictures.example:${port}${path}`, { ...options, resolve });
    expect((await at('/good'))?.type).toBe('image/png');
    requestCount = 0;
    expect(await at('/bad')).toBeNull();
    expect(requestCount).toBe(1);
    requestCount = 0;
    expect(await at('/round')).toBeNull();
    expect(requestCount).toBe(4);
  });

  it.each(['file:///etc/passwd', 'ftp://a.example/', 'http://user:word@a.example/', 'nonsense'])(
    'reads no %s',
    async (url) => expect(await fetchPicture(url, options)).toBeNull(),
  );
});

describe('isPublicAddress', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2002:a00:1::',
    '2001:db8::1',
    '2001::1',
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['1.1.1.1', '172.32.0.1', '192.0.80.1', '2606:4700::1111', '2a00:1450::1'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('pictureType', () => {
  it.each([
    ['image/png', aPng()],
    ['image/gif', aGif()],
    ['image/webp', aWebp()],
    ['image/jpeg', aJpeg()],
    ['image/avif', Buffer.from('\0\0\0\x20ftypavif\0\0', 'latin1')],
    [null, Buffer.from('<svg/>')],
    [null, Buffer.from('\0\0\0\x20ftypmp42\0\0', 'latin1')],
    [null, Buffer.alloc(0)],
  ])('%s', (type, bytes) => expect(pictureType(bytes)).toBe(type));
});
