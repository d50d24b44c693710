import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { getServerSettings } from '$lib/api/server';
import { callUpstream as askServer } from './call-upstream';
import { GatewayFailure } from './failure';
import { createProxy } from './proxy';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const from = { address: '127.0.0.1' };
const ask = (path: string, init?: RequestInit) => new Request(`http://upstream${path}`, init);

async function failureOf(reply: Promise<Response>): Promise<GatewayFailure> {
  const error: unknown = await reply.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GatewayFailure);
  return error as GatewayFailure;
}

function signal() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve: () => resolve() };
}

const json = { 'content-type': 'application/json' };

describe('createProxy', () => {
  it('forwards path, query, method, key and form, and nothing else', async () => {
    let seen: IncomingMessage | undefined;
    let body = '';
    const url = await serve((request, response) => {
      seen = request;
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => response.writeHead(200, json).end('{}'));
    });
    const proxy = createProxy(`${url}/base/`);
    await proxy(
      ask('/api/v1/drafts/1?a=b%20c', {
        method: 'PATCH',
        headers: {
          authorization: 'Basic eA==',
          cookie: 'secret',
          'content-type': 'application/x-www-form-urlencoded',
          'x-inkwell': '1',
        },
        body: 'draft=1',
      }),
      from,
    );
    expect(seen).toMatchObject({ method: 'PATCH', url: '/base/api/v1/drafts/1?a=b%20c' });
    expect(body).toBe('draft=1');
    expect(seen?.headers).toMatchObject({
      authorization: 'Basic eA==',
      host: new URL(url).host,
      'accept-encoding': 'identity',
    });
    expect(seen?.headers).not.toHaveProperty('cookie');
    expect(seen?.headers).not.toHaveProperty('x-inkwell');
  });

  it('creates new headers', async () => {
    const url = await serve((_request, response) =>
      response
        .writeHead(429, {
          ...json,
          'set-cookie': 'a=b',
          server: 'secret/1.0',
          'x-ratelimit-remaining': '0',
          'retry-after': '1.5',
          'access-control-allow-origin': '*',
          'www-authenticate': 'Basic',
        })
        .end('{}'),
    );
    const reply = await createProxy(url)(ask('/api/v1/x'), from);
    expect(reply.status).toBe(429);
    expect(Object.fromEntries(reply.headers)).toEqual({
      ...json,
      'x-ratelimit-remaining': '0',
      'retry-after': '1.5',
    });
  });

  it('passes on the first bytes before the rest arrives', async () => {
    let finish: () => void = () => undefined;
    const url = await serve((_request, response) => {
      response.writeHead(200, json).write('{"a":');
      finish = () => response.end('1}');
    });
    const reply = await createProxy(url)(ask('/api/v1/x'), from);
    const reader = reply.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"a":');
    finish();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('1}');
    expect((await reader.read()).done).toBe(true);
  });

  it('stops reading from the server while the client doesn’t read', async () => {
    const total = 64 * 1024 * 1024;
    let written = 0;
    const stalled = signal();
    const url = await serve((_request, response) => {
      response.writeHead(200, json);
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      const more = () => {
        while (written < total) {
          written += chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', more);
            stalled.resolve();
            return;
          }
        }
        response.end();
      };
      more();
    });
    const reply = await createProxy(url)(ask('/api/v1/x'), from);
    await stalled.promise;
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBeLessThan(total);
    let size = 0;
    for await (const chunk of reply.body!) size += chunk.length;
    expect(size).toBe(total);
  });

  it('streams a body of unknown length', async () => {
    const url = await serve((request, response) => {
      let size = 0;
      request.on('data', (chunk: Buffer) => (size += chunk.length));
      request.on('end', () =>
        response.writeHead(200, json).end(`${request.headers['transfer-encoding']} ${size}`),
      );
    });
    let left = 50;
    const body = new ReadableStream({
      pull(controller) {
        if (left-- > 0) controller.enqueue(new Uint8Array(100_000));
        else controller.close();
      },
    });
    const request = ask('/x', { method: 'POST', body, duplex: 'half' } as RequestInit);
    const reply = await createProxy(url)(request, from);
    expect(await reply.text()).toBe('chunked 5000000');
  });

  it.each(['DELETE', 'PATCH', 'PUT'])('forwards the body of a %s', async (method) => {
    const url = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => response.writeHead(200, json).end(body));
    });
    const reply = await createProxy(url)(ask('/x', { method, body: 'queue_id=1' }), from);
    expect(await reply.text()).toBe('queue_id=1');
  });

  it('aborts the upstream request when the client disconnects before the reply', async () => {
    const arrived = signal();
    const gone = signal();
    const url = await serve((request) => {
      arrived.resolve();
      request.on('close', gone.resolve);
    });
    const controller = new AbortController();
    const reply = createProxy(url)(ask('/x', { signal: controller.signal }), from);
    await arrived.promise;
    controller.abort();
    expect((await failureOf(reply)).status).toBe(499);
    await gone.promise;
  });

  it('aborts the upstream request when the client disconnects during the reply', async () => {
    const gone = signal();
    const url = await serve((_request, response) => {
      response.writeHead(200, json).write('{');
      response.on('close', gone.resolve);
    });
    const reply = await createProxy(url)(ask('/x'), from);
    await reply.body!.cancel();
    await gone.promise;
  });

  it('doesn’t follow a redirect and reports only its origin', async () => {
    let requestCount = 0;
    const url = await serve((_request, response) => {
      requestCount++;
      response.writeHead(302, { location: 'https://elsewhere.example/x?key=secret' }).end();
    });
    const failure = await failureOf(createProxy(url)(ask('/x'), from));
    expect(failure).toMatchObject({ status: 502, code: 'UPSTREAM_REDIRECT' });
    expect(failure.fields).toEqual({
      upstream_status: 302,
      location: 'https://elsewhere.example',
    });
    expect(requestCount).toBe(1);
  });

  it.each([
    ['passes on gzip to who takes it', 'gzip, br', 'gzip'],
    ['undoes gzip that nobody asked for', '', null],
  ])('%s', async (_name, accepted, encoding) => {
    const packed = gzipSync('{"hello":"world"}');
    const url = await serve((_request, response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(packed),
    );
    const headers: Record<string, string> = accepted ? { 'accept-encoding': accepted } : {};
    const reply = await createProxy(url)(ask('/x', { headers }), from);
    expect(reply.headers.get('content-encoding')).toBe(encoding);
    const body = Buffer.from(await reply.arrayBuffer());
    expect(body.equals(packed)).toBe(encoding === 'gzip');
    if (!encoding) expect(body.toString()).toBe('{"hello":"world"}');
  });

  it('reports that the server isn’t reachable', async () => {
    const url = await serve(() => undefined);
    servers.pop()!.close();
    const failure = await failureOf(createProxy(url)(ask('/x'), from));
    expect(failure).toMatchObject({ status: 502, code: 'UPSTREAM_UNREACHABLE' });
    expect(failure.fields).toEqual({ reason: 'ECONNREFUSED' });
  });

  it('reports that the server accepts the request but doesn’t answer', async () => {
    const url = await serve(() => undefined);
    const failure = await failureOf(createProxy(url, { idle: 20 })(ask('/x'), from));
    expect(failure).toMatchObject({ status: 504, code: 'UPSTREAM_TIMEOUT' });
  });

  it('reports that the server stops in the middle of a reply', async () => {
    const url = await serve((_request, response) => response.writeHead(200, json).write('{'));
    const upstream = createProxy(url, { idle: 20 });
    const settings = askServer({ upstream, address: '127.0.0.1' }, getServerSettings, {});
    expect(await failureOf(settings as Promise<never>)).toMatchObject({
      status: 504,
      code: 'UPSTREAM_TIMEOUT',
    });
  });

  it('reports that the time limit of a request is over', async () => {
    const url = await serve(() => undefined);
    const reply = createProxy(url)(ask('/x', { signal: AbortSignal.timeout(20) }), from);
    expect(await failureOf(reply)).toMatchObject({ status: 504, code: 'UPSTREAM_TIMEOUT' });
  });

  it('doesn’t blame the server for an interrupted request body', async () => {
    const url = await serve((request) => void request.resume());
    const body = new ReadableStream({ pull: (to) => to.error(new Error('ECONNRESET')) });
    const request = ask('/x', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect((await failureOf(createProxy(url)(request, from))).status).toBe(499);
  });

  it('answers waiting polls when this process stops', async () => {
    const arrived = signal();
    const url = await serve(() => arrived.resolve());
    const stop = new AbortController();
    const reply = createProxy(url, { closing: stop.signal })(ask('/api/v1/events'), from);
    await arrived.promise;
    stop.abort();
    expect(await failureOf(reply)).toMatchObject({ status: 503, code: 'SERVER_STOPPING' });
  });

  it('never leaves its server, whatever the path contains', async () => {
    const seen: string[] = [];
    const url = await serve((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(200, json).end('{}');
    });
    for (const path of ['//evil.example/x', '/@evil.example', '/\\evil.example', '/..//evil']) {
      const reply = await createProxy(url)(ask(path), from);
      expect(reply.status).toBe(200);
    }
    expect(seen).toHaveLength(4);
  });

  it('lets requests other than polls finish when this process stops', async () => {
    const closing = new AbortController();
    const arrived = signal();
    let seen = 0;
    let finish: () => void = () => undefined;
    const url = await serve((request, response) => {
      if (!request.url?.startsWith('/api/v1/events')) {
        finish = () => response.writeHead(200, json).end('{}');
      }
      if (++seen === 2) arrived.resolve();
    });
    const proxy = createProxy(url, { closing: closing.signal });
    const poll = failureOf(proxy(ask('/api/v1/events?queue_id=1'), from));
    const other = proxy(ask('/api/v1/drafts'), from);
    await arrived.promise;
    closing.abort();
    expect(await poll).toMatchObject({ status: 503, code: 'SERVER_STOPPING' });
    finish();
    expect((await other).status).toBe(200);
  });
});
