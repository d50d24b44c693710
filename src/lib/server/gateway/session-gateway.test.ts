import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { cookieStore } from '../../../../tests/support/cookies';
import { lasting, sealedBy } from '../../../../tests/support/sessions';
import { openJar, type AccountJar } from './account-jar';
import { allowList } from './allow-list';
import { answerPageCall, type SessionGateway } from './session-gateway';
import { errorResponseOf } from './failure';
import { createGatewayRateLimits } from './gateway-rate-limits';
import { createSealer, type SealedAccount } from './seal';

const secret = 's'.repeat(32);
const account: SealedAccount = {
  id: 'me',
  user_id: 7,
  email: 'iago@example.com',
  full_name: 'Iago',
  ...sealedBy('iago@example.com', 'k'.repeat(32)),
  server: 'embedded',
  realm_url: 'http://127.0.0.1:3000',
  realm_name: 'Example',
};

let jar: AccountJar;
let requests: Request[];
let reply: () => Response;
let gateway: SessionGateway;

beforeEach(async () => {
  jar = openJar(cookieStore().cookies, false, {
    secret,
    server: 'embedded',
    sealer: createSealer(secret),
    sessions: lasting,
  });
  await jar.add(account);
  requests = [];
  reply = () => Response.json({ result: 'success', msg: '' });
  gateway = {
    route: allowList(),
    limits: createGatewayRateLimits(),
    ownOrigin: undefined,
    embedded: null,
    sessions: lasting,
    pictures: null,
    upstream: async (request) => {
      requests.push(request);
      return reply();
    },
  };
});

const form = 'application/x-www-form-urlencoded';

function visit(method: string, path: string, init: RequestInit = {}) {
  const headers = { host: '127.0.0.1:3000', 'x-inkwell': '1', 'x-inkwell-account': 'me' };
  const request = new Request(`http://127.0.0.1:3000/json${path}`, {
    method,
    ...init,
    headers: { ...headers, ...init.headers },
  });
  const below = new URL(request.url).pathname.slice('/json'.length);
  return answerPageCall(gateway, { request, path: below, address: '10.0.0.1', jar }).catch(
    errorResponseOf,
  );
}

describe('answerPageCall', () => {
  it("ends the account's other sessions when its password changes", async () => {
    const ended: string[] = [];
    gateway = {
      ...gateway,
      sessions: { endOthers: ({ id }) => Promise.resolve(void ended.push(id)) },
    };
    const change = () =>
      visit('PATCH', '/settings', {
        headers: { 'content-type': form },
        body: 'old_password=a&new_password=b',
      });
    reply = () => Response.json({ result: 'error', msg: 'Wrong password!' }, { status: 400 });
    await change();
    expect(ended).toEqual([]);
    reply = () => Response.json({ result: 'success', msg: '' });
    await change();
    expect(ended).toEqual(['me']);
  });

  it('calls the server as the cookie’s account', async () => {
    const answer = await visit('POST', '/drafts', {
      headers: { 'content-type': form, authorization: 'Basic bWluZQ==', cookie: 'x=y' },
      body: 'drafts=%5B%5D',
    });
    expect(answer.status).toBe(200);
    const [request] = requests;
    expect(new URL(request!.url).pathname).toBe('/api/v1/drafts');
    expect(await request!.text()).toBe('drafts=%5B%5D');
    const credentials = Buffer.from(`${account.email}:${'k'.repeat(32)}`).toString('base64');
    expect(request!.headers.get('authorization')).toBe(`Basic ${credentials}`);
    expect(request!.headers.has('cookie')).toBe(false);
  });

  it('accepts a form with a picture, and one without if the file is optional', async () => {
    const plain = await visit('PATCH', '/bots/9', {
      headers: { 'content-type': form },
      body: 'full_name=Echo',
    });
    const picture = new FormData();
    picture.append('file', new Blob(['x']), 'a.png');
    const pictured = await visit('PATCH', '/bots/9', { body: picture });
    const missing = await visit('POST', '/users/me/avatar', {
      headers: { 'content-type': form },
      body: 'a=b',
    });
    expect([plain.status, pictured.status, missing.status]).toEqual([200, 200, 415]);
    expect(requests).toHaveLength(2);
    expect(await requests[0]!.text()).toBe('full_name=Echo');
    expect((await requests[1]!.formData()).get('file')).toBeInstanceOf(Blob);
  });

  it('calls public operations without a key, even if no one is signed in', async () => {
    const answer = await answerPageCall(gateway, {
      request: new Request('http://127.0.0.1:3000/json/server_settings', {
        headers: { host: '127.0.0.1:3000' },
      }),
      path: '/server_settings',
      address: '10.0.0.1',
      jar: openJar(cookieStore().cookies, false, {
        secret,
        server: 'embedded',
        sealer: createSealer(secret),
        sessions: lasting,
      }),
    });
    expect(answer.status).toBe(200);
    expect(requests[0]!.headers.has('authorization')).toBe(false);
  });

  it.each([
    ['an unknown account', 401, 'UNAUTHORIZED', 'GET', '/drafts', { 'x-inkwell-account': 'you' }],
    ['a foreign page', 403, 'CSRF_FAILED', 'POST', '/drafts', { origin: 'https://evil.example' }],
    ['an unknown path', 404, 'NOT_FOUND', 'GET', '/nothing', {}],
    ['a path that answers with keys', 404, 'NOT_FOUND', 'POST', '/fetch_api_key', {}],
    ['a wrong method', 405, 'METHOD_NOT_ALLOWED', 'PUT', '/drafts', {}],
    ['an overriding method', 400, 'BAD_REQUEST', 'POST', '/drafts?method=DELETE', {}],
  ])('refuses %s', async (_name, status, code, method, path, headers) => {
    const answer = await visit(method, path, { headers: headers as Record<string, string> });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ result: 'error', code });
    expect(requests).toEqual([]);
  });

  it.each([
    ['a method inside the form', 400, form, 'method=DELETE'],
    ['a body that is no form', 415, 'application/json', '{}'],
    ['a form over its limit', 413, form, `a=${'x'.repeat(4 * 1024 * 1024)}`],
    ['hundreds of fields', 400, form, '&a'.repeat(400)],
  ])('refuses %s', async (_name, status, type, body) => {
    const answer = await visit('POST', '/drafts', { headers: { 'content-type': type }, body });
    expect(answer.status).toBe(status);
    expect(requests).toEqual([]);
  });

  it('keeps an encoded slash inside its value', async () => {
    await visit('GET', '/users/..%2F..%2Fsecret');
    expect(new URL(requests[0]!.url).pathname).toBe('/api/v1/users/..%2F..%2Fsecret');
  });

  it('passes on the server’s errors and limits, but nothing that opens a browser prompt', async () => {
    reply = () =>
      Response.json(
        { result: 'error', code: 'UNAUTHORIZED' },
        {
          status: 401,
          headers: {
            'www-authenticate': 'Basic realm="zulip"',
            'set-cookie': 'a=b',
            'x-ratelimit-remaining': '5',
          },
        },
      );
    const answer = await visit('GET', '/drafts');
    expect(answer.status).toBe(401);
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      vary: 'accept-encoding',
      'x-ratelimit-remaining': '5',
    });
  });

  it('turns a web page instead of a reply into a clear error', async () => {
    reply = () =>
      new Response('<h1>Bad gateway</h1>', {
        status: 502,
        headers: { 'content-type': 'text/html' },
      });
    const answer = await visit('GET', '/drafts');
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ code: 'UPSTREAM_NOT_API', upstream_status: 502 });
  });

  it('aborts the server’s request when the page’s request ends', async () => {
    const leaving = new AbortController();
    await visit('GET', '/events?queue_id=1', { signal: leaving.signal });
    leaving.abort();
    expect(requests[0]!.signal.aborted).toBe(true);
  });

  it('limits an account and reports when to retry', async () => {
    let answer = new Response();
    for (let i = 0; i <= 1200; i++) answer = await visit('GET', '/drafts');
    expect(answer.status).toBe(429);
    expect(requests).toHaveLength(1200);
    const body = (await answer.json()) as { code: string; 'retry-after': number };
    expect(body.code).toBe('RATE_LIMIT_HIT');
    expect(answer.headers.get('retry-after')).toBe(String(body['retry-after']));
  });

  it('compresses replies that the server sent uncompressed, except short ones', async () => {
    const ask = async (size: number, headers: Record<string, string> = {}) => {
      const text = JSON.stringify({ result: 'success', msg: 'x'.repeat(size) });
      const known = { 'content-type': 'application/json', 'content-length': String(text.length) };
      reply = () => new Response(text, { headers: { ...known, ...headers } });
      const given = await visit('GET', '/drafts', { headers: { 'accept-encoding': 'gzip' } });
      expect(given.headers.get('vary')).toBe('accept-encoding');
      return { given, text, bytes: Buffer.from(await given.arrayBuffer()) };
    };
    const long = await ask(3000);
    expect(long.given.headers.get('content-encoding')).toBe('gzip');
    expect(long.given.headers.get('content-length')).toBe(null);
    expect(gunzipSync(long.bytes).toString()).toBe(long.text);

    for (const { given, text, bytes } of [
      await ask(100),
      await ask(3000, { 'content-encoding': 'br' }),
    ]) {
      expect(given.headers.get('content-encoding')).not.toBe('gzip');
      expect(bytes.toString()).toBe(text);
    }
  });
});
