import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getDrafts } from '$lib/api/drafts';
import {
  apiRequest,
  basic,
  ownerInput,
  readReply,
  startTestService,
  type Reply,
} from '../../../../tests/support/service';
import { withService } from '../../../../tests/support/with-service';
import { realms } from './db/schema/realms';
import { users } from './db/schema/users';

const t = withService();

async function send(path: string, init: RequestInit): Promise<Reply> {
  const request = new Request(`http://localhost:4100${path}`, init);
  return readReply(await t.service.handle(request, { address: '192.0.2.1' }));
}

const authorized = () => ({ authorization: basic(t.owner) });

describe('routing', () => {
  it('answers unknown paths in JSON', async () => {
    for (const path of ['/api/v1/nonsense', '/api/v1/', '/other', '/api/v1/drafts/x']) {
      const reply = await send(path, { headers: authorized() });
      expect(reply).toMatchObject({ status: 404, body: { result: 'error' } });
      expect(reply.headers.get('content-type')).toBe('application/json');
    }
  });

  it('lists the allowed methods when the method is wrong', async () => {
    const reply = await send('/api/v1/events', { method: 'PATCH' });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS');
    expect(reply.body.allowed_methods).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS']);
    expect(reply.body).not.toHaveProperty('code');
  });

  it('answers OPTIONS without credentials', async () => {
    const reply = await send('/api/v1/drafts', { method: 'OPTIONS' });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('allow')).toContain('POST');
  });

  it('serves HEAD like GET, without the body', async () => {
    const reply = await send('/api/v1/server_settings', { method: 'HEAD' });
    expect(reply).toMatchObject({ status: 200, body: {} });
    expect(reply.headers.get('content-type')).toBe('application/json');
  });

  it('lets a POST choose another method in its form', async () => {
    const queue = await t.call(t.owner, 'POST', '/register', { event_types: [] });
    const body = new URLSearchParams({ method: 'DELETE', queue_id: queue.body.queue_id });
    const reply = await send('/api/v1/events', { method: 'POST', body, headers: authorized() });
    expect(reply.body).toEqual({ result: 'success', msg: '' });
  });

  it('accepts a GET with a form, which the server entry passes on as a POST', async () => {
    const made = await t.call(t.owner, 'POST', '/register', { event_types: [] });
    const { queue_id } = made.body;
    const body = new URLSearchParams({ queue_id, last_event_id: '-1', dont_block: 'true' });
    const headers = { ...authorized(), 'x-http-method-override': 'GET' };
    const reply = await send('/api/v1/events', { method: 'POST', body, headers });
    expect(reply.body).toMatchObject({ result: 'success', events: [] });
  });

  it('reads a DELETE that only has a query', async () => {
    const { body } = await t.call(t.owner, 'POST', '/register', { event_types: [] });
    const path = `/api/v1/events?queue_id=${body.queue_id}`;
    const reply = await send(path, { method: 'DELETE', headers: authorized() });
    expect(reply.body.result).toBe('success');
  });
});

describe('the envelope', () => {
  it('forbids caching and lists ignored parameters on success only', async () => {
    const good = await t.call(null, 'GET', '/server_settings', { zeta: 1, alpha: 2, client: 'x' });
    expect(good.headers.get('cache-control')).toContain('no-store');
    expect(good.body).toMatchObject({
      result: 'success',
      msg: '',
      ignored_parameters_unsupported: ['alpha', 'zeta'],
    });
    expect((await t.call(null, 'GET', '/server_settings')).body).not.toHaveProperty(
      'ignored_parameters_unsupported',
    );
    const bad = await t.call(t.owner, 'DELETE', '/events', { zeta: 1 });
    expect(bad.body).toEqual({
      result: 'error',
      msg: "Missing 'queue_id' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'queue_id',
    });
  });

  it('doesn’t read a long form from a caller without credentials', async () => {
    const body = new URLSearchParams({ username: 'x'.repeat(100_000), password: 'x' });
    const reply = await send('/api/v1/fetch_api_key', { method: 'POST', body });
    expect(reply).toMatchObject({ status: 413, body: { result: 'error', code: 'BAD_REQUEST' } });
  });

  it('hides the cause of an internal failure', async () => {
    const broken = await startTestService();
    await broken.store.close();
    const reply = await broken.call(broken.owner, 'GET', '/drafts');
    expect(reply).toMatchObject({ status: 500, body: { result: 'error' } });
    expect(Object.keys(reply.body).sort()).toEqual(['msg', 'result']);
  });
});

describe('credentials', () => {
  const encode = (value: string) => Buffer.from(value).toString('base64');
  const key = 'x'.repeat(32);

  it.each([
    ['none', null, 401, 'UNAUTHORIZED'],
    ['another scheme', `Bearer ${key}`, 400, 'BAD_REQUEST'],
    ['not base64', 'Basic %%%', 401, 'UNAUTHORIZED'],
    ['no colon', `Basic ${encode('nobody')}`, 401, 'UNAUTHORIZED'],
    ['an unknown e-mail', `Basic ${encode(`nobody@example.org:${key}`)}`, 401, 'UNAUTHORIZED'],
    ['a wrong key', `Basic ${encode(`${ownerInput.email}:${key}`)}`, 401, 'UNAUTHORIZED'],
    ['a malformed key', `Basic ${encode(`${ownerInput.email}:short`)}`, 401, 'UNAUTHORIZED'],
    ['a null byte', `Basic ${encode(`a\0@example.org:${key}`)}`, 401, 'UNAUTHORIZED'],
  ])('%s', async (_name, authorization, status, code) => {
    const headers: Record<string, string> = authorization ? { authorization } : {};
    const reply = await send('/api/v1/events', { method: 'DELETE', headers });
    expect(reply).toMatchObject({ status, body: { result: 'error', code } });
    expect(reply.headers.get('www-authenticate')).toBe(
      status === 401 ? 'Basic realm="zulip"' : null,
    );
  });

  it('ignore the case of the email address and whitespace around the key', async () => {
    const account = { email: t.owner.email.toUpperCase(), api_key: ` ${t.owner.api_key}\n` };
    const reply = await t.call({ ...t.owner, ...account }, 'POST', '/register', {
      event_types: [],
    });
    expect(reply.status).toBe(200);
  });

  it.each([
    ['a deactivated account', { is_active: false }],
    ['an incoming webhook bot', { is_bot: true, bot_type: 2 }],
  ])('of %s are refused', async (_name, values) => {
    const account = await t.addUser(values);
    const reply = await t.call(account, 'POST', '/register');
    expect(reply).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  it('follow changes of the account immediately', async () => {
    const account = await t.addUser();
    const register = (api_key: string) =>
      t.call({ ...account, api_key }, 'POST', '/register', { event_types: [] });
    expect((await register(account.api_key)).status).toBe(200);
    const change = t.store.db
      .update(users)
      .set({ api_key: 'n'.repeat(32) })
      .where(eq(users.id, account.user_id));
    const [during] = await Promise.all([register('n'.repeat(32)), change]);
    expect([200, 401]).toContain(during.status);
    expect((await register(account.api_key)).status).toBe(401);
    expect((await register('n'.repeat(32))).status).toBe(200);
  });

  it('aren’t checked for operations that need none', async () => {
    const headers = { authorization: 'Bearer nonsense' };
    expect((await send('/api/v1/server_settings', { headers })).status).toBe(200);
  });
});

describe('rate limits', () => {
  it('count per user, report it in headers, and say when to try again', async () => {
    const limited = await startTestService({ rateLimits: { perUser: 3, perAddress: 2 } });
    const register = () => limited.call(limited.owner, 'POST', '/register', { event_types: [] });
    const first = await register();
    expect(first.headers.get('x-ratelimit-limit')).toBe('3');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('2');
    expect(Number(first.headers.get('x-ratelimit-reset'))).toBeGreaterThan(
      limited.clock.now() / 1000,
    );
    await register();
    await register();
    const refused = await register();
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_HIT' } });
    expect(String(refused.body['retry-after'])).toBe(refused.headers.get('retry-after'));
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');

    const other = await limited.addUser();
    expect((await limited.call(other, 'POST', '/register', { event_types: [] })).status).toBe(200);
    await limited.service.close();
  });

  it('count calls without credentials, and failed ones, by IP address', async () => {
    const limited = await startTestService({ rateLimits: { perUser: 3, perAddress: 2 } });
    const settings = (address: string) =>
      limited.call(null, 'GET', '/server_settings', {}, { address });
    await settings('192.0.2.7');
    await limited.call(null, 'GET', '/drafts', {}, { address: '192.0.2.7' });
    expect((await settings('192.0.2.7')).status).toBe(429);
    expect((await settings('192.0.2.8')).status).toBe(200);
    await limited.service.close();
  });
});

describe('fetchApiKey', () => {
  const login = (username: string, password: string) =>
    t.call(null, 'POST', '/fetch_api_key', { username, password });

  it('returns the key for a password, also from a multipart form', async () => {
    const { api_key, email, user_id } = t.owner;
    const body = new FormData();
    body.set('username', ` ${email.toUpperCase()} `);
    body.set('password', ownerInput.password);
    const reply = await send('/api/v1/fetch_api_key', { method: 'POST', body });
    expect(reply.body).toEqual({ result: 'success', msg: '', api_key, email, user_id });
  });

  it('gives the same error for an unknown name, a wrong password and a bot', async () => {
    const bot = await t.addUser({ is_bot: true });
    for (const name of [ownerInput.email, 'nobody@example.org', bot.email]) {
      expect(await login(name, 'wrong')).toMatchObject({
        status: 401,
        body: { code: 'AUTHENTICATION_FAILED' },
      });
    }
    expect((await login('nobody', 'wrong')).body.code).toBe('BAD_REQUEST');
  });

  it('refuses a sixth attempt for one name, even with the right password', async () => {
    const name = 'target@example.org';
    const tries = await Promise.all(Array.from({ length: 7 }, () => login(name, 'wrong')));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
    const refused = tries.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'RATE_LIMIT_HIT' });
    expect(refused?.headers.get('retry-after')).toBeTruthy();
    expect((await login(ownerInput.email, ownerInput.password)).status).toBe(200);
  });

  it('counts attempts per account, however its name is spelled', async () => {
    const target = await t.addUser();
    const spellings = [(name: string) => name, (name: string) => name.toUpperCase()];
    spellings.push(
      (name) => ` ${name}\n`,
      (name) => `${name}\0`,
      (name) => `\0${name}\u0001`,
    );
    const tries = [];
    for (let i = 0; i < 12; i++) {
      const spell = spellings[i % spellings.length]!;
      tries.push((await login(spell(target.email), 'wrong')).status);
    }
    // Two of five spellings are names that can't exist. The other eight attempts are for the same
    // account.
    expect(tries.filter((status) => status === 400)).toHaveLength(4);
    expect(tries.filter((status) => status === 401)).toHaveLength(5);
    expect(tries.filter((status) => status === 429)).toHaveLength(3);
  });

  it('checks the length of name and password first', async () => {
    // Normalization turns this character into eighteen.
    expect(await login(ownerInput.email, '\uFDFA'.repeat(201))).toMatchObject({
      status: 400,
      body: { msg: 'password is too long (limit: 200 characters)' },
    });
    expect(await login(`${'a'.repeat(250)}@example.org`, 'wrong')).toMatchObject({
      status: 400,
      body: { msg: 'username is too long (limit: 254 characters)' },
    });
    const change = await t.call(t.owner, 'PATCH', '/settings', {
      old_password: '\uFDFA'.repeat(201),
      new_password: 'x',
    });
    expect(change.body.msg).toBe('old_password is too long (limit: 200 characters)');
  });

  it('reports problems with an account only to callers with its password', async () => {
    const gone = await startTestService();
    const params = { username: ownerInput.email, password: ownerInput.password };
    await gone.store.db.update(users).set({ is_active: false });
    const inactive = await gone.call(null, 'POST', '/fetch_api_key', params);
    expect(inactive).toMatchObject({ status: 401, body: { code: 'USER_DEACTIVATED' } });
    const wrong = await gone.call(null, 'POST', '/fetch_api_key', { ...params, password: 'wrong' });
    expect(wrong.body.code).toBe('AUTHENTICATION_FAILED');
    await gone.store.db.update(realms).set({ is_active: false });
    const closed = await gone.call(null, 'POST', '/fetch_api_key', params);
    expect(closed).toMatchObject({ status: 401, body: { code: 'REALM_DEACTIVATED' } });
    await gone.service.close();
  });
});

describe('getServerSettings', () => {
  it('contains what clients read before signing in', async () => {
    const { body } = await t.call(null, 'GET', '/server_settings');
    expect(body).toMatchObject({
      zulip_feature_level: 420,
      zulip_version: expect.stringMatching(/^11\.0/),
      authentication_methods: { password: true, email: true, dev: false },
      external_authentication_methods: [],
      realm_name: ownerInput.name,
      realm_uri: 'http://localhost:4100',
      realm_url: 'http://localhost:4100',
    });
  });
});

describe('an operation that the gateway has matched', () => {
  const ask = (headers: Record<string, string> = {}, params: Record<string, string> = {}) => {
    const request = apiRequest(t.owner, 'POST', '/messages/7/unheard-of', params);
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    const matched = { operation: getDrafts, values: {} };
    return t.service.handle(request, { address: '192.0.2.1', matched });
  };

  it('is neither routed again nor replaced by another method', async () => {
    const replies = [await ask(), await ask({ 'x-http-method-override': 'DELETE' })];
    for (const reply of replies) {
      expect([reply.status, await reply.json()]).toMatchObject([200, { drafts: [] }]);
    }
  });

  it('refuses a form that names another method', async () => {
    const reply = await ask({}, { method: 'DELETE' });
    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'BAD_REQUEST' }]);
  });

  it('still needs credentials', async () => {
    expect((await ask({ authorization: 'Basic eDp5' })).status).toBe(401);
  });
});
