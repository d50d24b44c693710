import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { basic, startTestService, type TestService } from '../../../../tests/support/service';
import { silentLog } from '../../../../tests/support/silent-log';
import { createMetrics } from '../metrics';
import { createNodeGateway } from './node-gateway';
import type { RequestLogEntry } from './request-log';
import { securityHeaders } from './security-headers';

let t: TestService;
let server: Server;
let url: string;
/** Entries written to the request log. */
let logged: RequestLogEntry[] = [];
const metrics = createMetrics(async () => null);

beforeAll(async () => {
  t = await startTestService();
  server = await listen(t);
  url = addressOf(server);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await t.service.close();
});
beforeEach(() => (logged = []));

async function listen({ service }: TestService): Promise<Server> {
  const hear = (line: RequestLogEntry) => void logged.push(line);
  const log = { info: hear, warn: hear, error: hear } as unknown as Logger;
  const gateway = createNodeGateway(service, { log, metrics }, securityHeaders(undefined));
  const entry = createServer((request, response) => {
    if (!gateway(request, response, '192.0.2.1'))
      response.writeHead(204, { 'x-passed': 'on' }).end();
  });
  await once(entry.listen(0, '127.0.0.1'), 'listening');
  return entry;
}

const addressOf = (entry: Server) => `http://127.0.0.1:${(entry.address() as AddressInfo).port}`;

const form = 'application/x-www-form-urlencoded';
const known = () => ({ authorization: basic(t.owner) });
const call = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { ...known(), ...init.headers } });

interface Events {
  readonly queue_id: string;
  readonly events: readonly unknown[];
}

async function register(): Promise<string> {
  const body = new URLSearchParams({ fetch_event_types: '[]' });
  const reply = await call('/api/v1/register', { method: 'POST', body });
  return ((await reply.json()) as Events).queue_id;
}

/** Polls for events and returns once the poll is waiting. */
async function wait(init: RequestInit = {}) {
  const query = new URLSearchParams({ queue_id: await register(), last_event_id: '-1' });
  logged = [];
  const reply = call(`/api/v1/events?${query}`, init);
  reply.catch(() => undefined);
  await expect.poll(async () => (await t.service.figures()).waiting_polls).toBe(1);
  return { reply };
}

describe('a call', () => {
  it('is answered with the standard headers and logged once', async () => {
    const reply = await call('/api/v1/drafts');
    expect([reply.status, await reply.json()]).toMatchObject([200, { result: 'success' }]);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': expect.stringContaining('no-store') as string,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    });
    const request = reply.headers.get('x-request-id');
    expect(logged).toMatchObject([{ request, operation: 'getDrafts', status: 200 }]);
    expect(await metrics.text()).toContain('getDrafts');
  });

  it('that fails is logged with the id in its response', async () => {
    const failures: object[] = [];
    const log = { ...silentLog, error: (failed: object) => void failures.push(failed) };
    const broken = await startTestService({ log });
    const entry = await listen(broken);
    await broken.store.close();
    const reply = await fetch(`${addressOf(entry)}/api/v1/drafts`, {
      headers: { authorization: basic(broken.owner) },
    });
    entry.close();
    const request = reply.headers.get('x-request-id');
    expect(reply.status).toBe(500);
    expect(failures).toMatchObject([{ request, operation: 'getDrafts' }]);
  });

  it('can contain a form, even in a GET', async () => {
    const queue_id = await register();
    const body = new URLSearchParams({ queue_id, last_event_id: '-1', dont_block: 'true' });
    const headers = { ...known(), 'content-type': form, 'transfer-encoding': 'chunked' };
    const sent = ask(`${url}/api/v1/events`, { method: 'GET', headers });
    sent.end(body.toString());
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    expect(JSON.parse(String(await reply.toArray()))).toMatchObject({
      result: 'success',
      events: [],
    });
  });

  it.each([
    ['GET', '/api/v1/nothing', 404, 'unknown'],
    ['PUT', '/api/v1/drafts', 405, 'unknown'],
    ['OPTIONS', '/api/v1/drafts', 204, 'unknown'],
    ['HEAD', '/api/v1/drafts', 200, 'getDrafts'],
    ['GET', '/api/v1/../v1/drafts', 200, 'getDrafts'],
    ['GET', '/api/v1/../../health', 404, 'unknown'],
  ])('%s %s is answered with %i', async (method, path, status, operation) => {
    const { hostname, port } = new URL(url);
    const sent = ask({ hostname, port, method, path, headers: known() }).end();
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    await reply.toArray();
    expect(reply.statusCode).toBe(status);
    expect(logged).toMatchObject([{ status, operation }]);
  });

  it('is answered before its body is read if the caller is unknown', async () => {
    const headers = { authorization: 'Basic eDp5', 'content-type': form };
    const sent = ask(`${url}/api/v1/drafts`, { method: 'POST', headers });
    sent.write('a=b');
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    expect(reply.resume().statusCode).toBe(401);
    sent.destroy();
  });

  it('that is interrupted is logged and not answered', async () => {
    const headers = { ...known(), 'content-type': form };
    const sent = ask(`${url}/api/v1/drafts`, { method: 'POST', headers });
    sent.on('error', () => undefined).write('a=b');
    await once(server, 'request');
    sent.destroy();
    await expect.poll(() => logged).toMatchObject([{ operation: 'createDrafts', status: 499 }]);
  });
});

describe('the framework handles', () => {
  it.each([
    ['GET', '/health', ''],
    ['GET', '/api/v2/drafts', ''],
    ['PATCH', '/api/v1/tus/1/2/name', 'application/offset+octet-stream'],
    ['POST', '/api/v1/tus', ''],
    ['POST', '/api/v1/user_uploads', 'multipart/form-data; boundary=x'],
  ])('%s %s', async (method, path, type) => {
    const reply = await call(path, { method, ...(type && { headers: { 'content-type': type } }) });
    expect(reply.headers.get('x-passed')).toBe('on');
    expect(logged).toEqual([]);
  });
});

describe('a waiting poll', () => {
  it('is answered by the event and only then logged', async () => {
    const { reply } = await wait();
    expect(logged).toEqual([]);
    await t.emit({ payload: { type: 'note' }, audience: [t.owner.user_id] });
    const there = await reply;
    const { status, headers } = there;
    expect([status, headers.get('x-frame-options')]).toEqual([200, 'DENY']);
    expect(headers.get('content-type')).toBe('application/json');
    expect(await there.json()).toMatchObject({ events: [{ type: 'note' }] });
    await expect.poll(() => logged).toMatchObject([{ operation: 'getEvents', status: 200 }]);
  });

  it('ends when the client disconnects', async () => {
    const gone = new AbortController();
    await wait({ signal: gone.signal });
    gone.abort();
    await expect.poll(async () => (await t.service.figures()).waiting_polls).toBe(0);
    await expect.poll(() => logged).toMatchObject([{ operation: 'getEvents' }]);
  });
});
