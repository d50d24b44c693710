import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { expect, test } from '../support/app';
import { Inkwell } from '../support/inkwell';
import { startFromSample } from '../support/sample';
import { PageSession } from '../support/session';

const draft = (content: string) => ({
  drafts: JSON.stringify([{ type: '', to: [], topic: '', content, timestamp: 1 }]),
});

async function asMember(server: Inkwell, home = server): Promise<PageSession> {
  const { email, key } = await home.zuliprc('member');
  return PageSession.signIn(server, email, key);
}

/** The account's state in the document of a page. */
async function stateIn(reply: Response) {
  const html = await reply.text();
  const [, text = ''] = /id="inkwell-state" data-status="200">([^<]*)</.exec(html) ?? [];
  return JSON.parse(text) as { queue_id: string; last_event_id: number };
}

test.describe('the session gateway', () => {
  test('gives the key to no one, not even the log', async () => {
    const server = await startFromSample({ LOG_LEVEL: 'trace' });
    const { email, key } = await server.zuliprc('member');
    const page = await asMember(server);
    const seen = [page.cookie];
    for (const path of ['/session', '/json/users/me', '/json/drafts', '/json/nothing', '/drafts']) {
      const reply = await page.fetch(path);
      seen.push(JSON.stringify([...reply.headers]), await reply.text());
    }
    await page.call('POST', '/drafts', draft('a secret thought'));
    expect(seen.join('\n')).not.toContain(key);
    expect(server.output).toContain('createDrafts');
    for (const secret of [key, email, 'a secret thought']) {
      expect(server.output).not.toContain(secret);
    }
    await server.dispose();
  });

  test('sends session data with the document only to signed-in users', async ({ shared }) => {
    const page = await asMember(shared);
    const own = await page.fetch('/drafts');
    expect(await own.text()).toContain('id="inkwell-session"');
    expect(own.headers.get('cache-control')).toContain('no-store');
    const anybodys = await fetch(`${shared.url}/drafts`);
    expect(await anybodys.text()).not.toMatch(/id="inkwell-session"|name="inkwell-early"/);
  });

  test('sends the state in the document of a page, with a queue that continues from it', async ({
    shared,
  }) => {
    const page = await asMember(shared);
    const reply = await page.fetch('/inbox');
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    expect(reply.headers.get('etag')).toBeNull();
    const { queue_id, last_event_id } = await stateIn(reply);
    await page.call('POST', '/drafts', draft('since then'));
    const fields = { queue_id, last_event_id: String(last_event_id) };
    const { body } = await page.call('GET', '/events', fields);
    expect(body['events']).toMatchObject([{ type: 'drafts', op: 'add' }]);
    // Prefetched pages might never be shown, and frames aren't pages.
    for (const [name, value] of [
      ['sec-purpose', 'prefetch'],
      ['sec-fetch-dest', 'iframe'],
    ] as const) {
      const other = await page.fetch('/inbox', { headers: { [name]: value } });
      expect(await other.text()).not.toContain('name="inkwell-early"');
    }
  });

  for (const [method, path, status, code] of [
    ['GET', '/json', 404, 'NOT_FOUND'],
    ['GET', '/json/', 404, 'NOT_FOUND'],
    ['GET', '/json/nothing/here', 404, 'NOT_FOUND'],
    ['POST', '/json/fetch_api_key', 404, 'NOT_FOUND'],
    ['PUT', '/json/drafts', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/json/drafts', 401, 'UNAUTHORIZED'],
    ['GET', '/json/%zz', 400, 'BAD_REQUEST'],
    ['GET', '/api', 404, 'NOT_FOUND'],
    ['GET', '/api/v2/drafts', 404, 'NOT_FOUND'],
    ['GET', '/session/nothing/here', 404, 'NOT_FOUND'],
    ['GET', '/session/someone', 405, 'METHOD_NOT_ALLOWED'],
  ] as const) {
    test(`answers ${method} ${path} with a JSON error`, async ({ shared }) => {
      const headers = { 'x-inkwell': '1' };
      const reply = await fetch(shared.url + path, { method, headers });
      expect(reply.headers.get('content-type')).toContain('application/json');
      expect(await reply.json()).toMatchObject({ result: 'error', code });
      expect(reply.status).toBe(status);
    });
  }

  test('answers an unknown URL with its own error page', async ({ page, own }) => {
    for (const path of [
      '/anything',
      '/static/x.png',
      '/.git/config',
      '/drafts/x/y',
      '/foo/bar.css',
      '/anything/__data.json',
    ]) {
      const reply = await fetch(own.url + path);
      expect([path, reply.status]).toEqual([path, 404]);
      expect(reply.headers.get('content-security-policy')).toBeTruthy();
    }
    expect((await fetch(`${own.url}/anything`, { method: 'POST' })).status).toBe(404);
    expect(own.output).not.toContain('page failed');
    await page.goto(`${own.url}/drafts/x/y`);
    await expect(page.getByText('Page not found')).toBeVisible();
  });

  test('refuses other sites', async ({ shared }) => {
    const page = await asMember(shared);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ];
    for (const headers of foreign) {
      const reply = await page.fetch('/json/drafts', { method: 'POST', headers });
      expect(reply.status).toBe(403);
      expect(await reply.json()).toMatchObject({ code: 'CSRF_FAILED' });
    }
  });

  test('forgets an account that signs out, and rejects a copy of its cookie', async ({
    shared,
  }) => {
    const page = await asMember(shared);
    expect((await page.call('GET', '/users/me')).status).toBe(200);
    const reply = await page.fetch(`/session/${page.account}`, { method: 'DELETE' });
    expect(reply.headers.getSetCookie().join()).toMatch(/Max-Age=0/i);
    // As if the cookie had been copied before.
    expect((await page.call('GET', '/users/me')).status).toBe(401);
    expect(await (await page.fetch('/session')).json()).toMatchObject({ accounts: [] });
  });

  test('ends other sessions, and doesn’t reveal a new key', async ({ shared }) => {
    // An account that no other test uses, because its credentials file no longer works afterwards.
    const account = 'kenji';
    const { email, key } = await shared.zuliprc(account);
    const signIn = () => PageSession.signIn(shared, email, key);
    const [page, other, third] = [await signIn(), await signIn(), await signIn()];
    const others = `/session/${page.account}/others`;
    expect((await page.fetch(others, { method: 'DELETE' })).status).toBe(200);
    expect((await other.call('GET', '/users/me')).status).toBe(401);
    expect((await third.fetch(others, { method: 'DELETE' })).status).toBe(401);
    const reply = await page.fetch(`/session/${page.account}/key`, { method: 'POST' });
    expect(await reply.json()).toEqual({ result: 'success', msg: '' });
    expect((await page.call('GET', '/users/me')).status).toBe(200);
    expect(await shared.api(account, 'GET', '/users/me')).toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

test('sends security headers with everything', async ({ shared }) => {
  const paths = ['/login', '/favicon.svg', '/json/drafts', '/api/v1/nothing', '/health', '/absent'];
  for (const path of paths) {
    const { headers } = await fetch(shared.url + path);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('x-frame-options'), path).toBe('DENY');
    expect(headers.get('referrer-policy'), path).toBe('same-origin');
    expect(headers.get('server'), path).toBeNull();
    expect(headers.get('x-powered-by'), path).toBeNull();
  }
  const policy = (await fetch(`${shared.url}/login`)).headers.get('content-security-policy');
  expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')+(;|$)/);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/style-src 'self' 'sha256-[^']+'(;|$)/);
  expect(policy).toContain("frame-ancestors 'none'");
});

test('allows each inline script of a document by its hash', async ({ shared }) => {
  for (const path of ['/login', '/drafts']) {
    const reply = await fetch(shared.url + path);
    const policy = reply.headers.get('content-security-policy') ?? '';
    const html = await reply.text();
    const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text!);
    expect(scripts.length, path).toBeGreaterThan(1);
    for (const text of scripts) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    }
    // A cached document contains no nonce that another script could use.
    expect(html + policy, path).not.toContain('nonce');
  }
});

test('inlines no font, which its own policy would block', async () => {
  const folder = 'build/client/_app/immutable/assets';
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.css'))) {
    expect(await readFile(`${folder}/${name}`, 'utf8'), name).not.toContain('data:font');
  }
});

test.describe('a body that is refused', () => {
  for (const [what, path, type, size, status] of [
    ['of another type at the session gateway', '/json/drafts', 'application/json', 1, 415],
    ['too long for the session gateway', '/json/typing', 'form', 2, 413],
    ['too long for the session', '/session', 'application/json', 1, 413],
    ['too long for the key gateway', '/api/v1/typing', 'form', 2, 413],
    ['of a stranger', '/api/v1/drafts', 'form', 8, 401],
    ['for an unknown path', '/api/v1/nothing', 'form', 8, 404],
  ] as const) {
    test(`${what} is answered`, async ({ shared }) => {
      const page = await asMember(shared);
      const { email, key } = await shared.zuliprc('member');
      const known = { authorization: `Basic ${btoa(`${email}:${key}`)}` };
      const headers = {
        'content-type': type === 'form' ? 'application/x-www-form-urlencoded' : type,
        ...(path.startsWith('/api') && status === 413 && known),
      };
      const body = 'x'.repeat(size * 1024 * 1024);
      const reply = await page.fetch(path, { method: 'POST', headers, body });
      expect(reply.status).toBe(status);
      expect(await reply.json()).toMatchObject({ result: 'error' });
    });
  }
});

test('refuses an unknown host name that points to it', async ({ shared }) => {
  const { hostname, port } = new URL(shared.url);
  for (const path of ['/health', '/metrics']) {
    const attack = request({ hostname, port, path, headers: { host: 'evil.example' } }).end();
    const [reply] = (await once(attack, 'response')) as [IncomingMessage];
    expect(reply.resume().statusCode, path).toBe(403);
  }
});

test.describe('with SERVICE_URL', () => {
  test('is a client of another instance and opens no database', async ({ own }) => {
    const client = await Inkwell.start({
      env: {
        SERVICE_URL: own.url,
        TRUSTED_PROXY: '127.0.0.1',
        // A setting of the server's library: without it, a request without the header would get a
        // 500.
        ADDRESS_HEADER: 'x-forwarded-for',
      },
    });
    expect(await readdir(client.dataDir)).toEqual(['session-secret']);
    expect((await fetch(`${client.url}/health`)).status).toBe(200);
    expect((await fetch(`${client.url}/api/v1/server_settings`)).status).toBe(404);

    const page = await asMember(client, own);
    const { queue_id } = await stateIn(await page.fetch('/inbox'));
    const polled = page.call('GET', '/events', { queue_id, last_event_id: '-1' });
    const created = await page.call('POST', '/drafts', draft('through the proxy'));
    expect(created.status).toBe(200);
    expect((await polled).body['events']).toMatchObject([{ type: 'drafts', op: 'add' }]);
    const list = await own.api('member', 'GET', '/drafts');
    expect(JSON.stringify(list['drafts'])).toContain('through the proxy');

    await own.stop();
    const gone = await page.call('GET', '/drafts');
    expect(gone).toMatchObject({ status: 502, body: { code: 'UPSTREAM_UNREACHABLE' } });
    expect((await fetch(`${client.url}/health`)).status).toBe(503);
    await own.restart();
    expect((await page.call('GET', '/drafts')).status).toBe(200);

    // The proxy says who sent a request, so one client's attempts don't count for another.
    const tryFrom = async (headers: Record<string, string>) =>
      (await page.fetch('/session', { method: 'POST', headers })).status;
    const statuses = await Promise.all(
      Array.from({ length: 61 }, () => tryFrom({ 'x-forwarded-for': '1.1.1.1, 192.0.2.1' })),
    );
    expect(statuses).toContain(429);
    expect(await tryFrom({ 'x-forwarded-for': '1.1.1.1, 192.0.2.2' })).toBe(400);
    expect(await tryFrom({})).toBe(400);

    // After signing out, a copy of the cookie no longer works, not even with a process that starts
    // later.
    await page.fetch(`/session/${page.account}`, { method: 'DELETE' });
    expect((await page.call('GET', '/drafts')).status).toBe(401);
    await client.stop();
    await client.restart();
    expect((await page.call('GET', '/drafts')).status).toBe(401);
    await own.stop();
    expect(await client.stop()).toBe(0);
    await client.dispose();
  });

  test('answers a waiting poll when it stops', async ({ shared }) => {
    const client = await Inkwell.start({ env: { SERVICE_URL: shared.url } });
    const page = await asMember(client, shared);
    const { body } = await page.call('POST', '/register', { event_types: '["drafts"]' });
    const fields = { queue_id: String(body['queue_id']), last_event_id: '-1' };
    const polled = page.call('GET', '/events', fields);
    // Answered before the poll, which shows that the poll has reached the server.
    await page.call('GET', '/drafts');
    expect(await client.stop()).toBe(0);
    expect(await polled).toMatchObject({ status: 503, body: { code: 'SERVER_STOPPING' } });
    await client.dispose();
  });
});
