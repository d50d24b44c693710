import { beforeEach, describe, expect, it } from 'vitest';
import { cookieStore } from '../../../../tests/support/cookies';
import { lasting } from '../../../../tests/support/sessions';
import { openJar, type AccountJar } from './account-jar';
import { createSealer } from './seal';
import { signInAccount, type SignInContext, type SignInRequest } from './sign-in';
import { GatewayFailure } from './failure';

const secret = 's'.repeat(32);
const realmUrl = 'https://chat.example.org';
const key = 'k'.repeat(32);

const settings = { zulip_version: '10.0', zulip_feature_level: 400, realm_name: 'Example' };
const me = { user_id: 7, email: 'user7@chat.example.org', full_name: 'Iago', is_bot: false };

let jar: AccountJar;
let requests: { path: string; authorization: string | null; body: string }[];
let replies: Record<string, () => Response>;

const ok = (values: object) => Response.json({ result: 'success', msg: '', ...values });
const no = (status: number, code: string, fields = {}) =>
  Response.json({ result: 'error', msg: `no: ${code}`, code, ...fields }, { status });

beforeEach(() => {
  const sealer = createSealer(secret);
  jar = openJar(cookieStore().cookies, false, {
    secret,
    server: realmUrl,
    sealer,
    sessions: lasting,
  });
  requests = [];
  replies = {
    '/api/v1/server_settings': () => ok(settings),
    '/api/v1/users/me': () => ok(me),
    '/api/v1/fetch_api_key': () => ok({ api_key: key, email: 'iago@example.com', user_id: 7 }),
  };
});

const entrance = (): SignInContext => ({
  embedded: null,
  server: realmUrl,
  realmUrl,
  alsoKnownAs: [],
  jar,
  sessions: lasting,
  address: '10.0.0.1',
  async upstream(request) {
    const path = new URL(request.url).pathname;
    const authorization = request.headers.get('authorization');
    requests.push({ path, authorization, body: await request.text() });
    return replies[path]?.() ?? no(404, 'NOT_FOUND');
  },
});

const byKey: SignInRequest = { email: 'iago@example.com', api_key: key };
const codeOf = (input: SignInRequest) =>
  signInAccount(entrance(), input).then(
    () => 'signed in',
    (error: unknown) => (error instanceof GatewayFailure ? error.code : error),
  );

describe('signInAccount', () => {
  it('stores the account of an email address and key, and calls the server with that address', async () => {
    const account = await signInAccount(entrance(), byKey);
    expect(account).toMatchObject({ user_id: 7, full_name: 'Iago', realm_name: 'Example' });
    expect(account.email).toBe('iago@example.com');
    expect(await jar.all()).toEqual([account]);
    const basic = `Basic ${Buffer.from(`iago@example.com:${key}`).toString('base64')}`;
    expect(requests.map(({ authorization }) => authorization)).toEqual([null, basic]);
  });

  it('fetches the key for a password and sends the password nowhere else', async () => {
    await signInAccount(entrance(), { email: 'Iago@Example.com', password: 'p&ss wörd' });
    const [, fetched, ...rest] = requests;
    expect(Object.fromEntries(new URLSearchParams(fetched!.body))).toEqual({
      username: 'Iago@Example.com',
      password: 'p&ss wörd',
    });
    expect(JSON.stringify(rest)).not.toContain('p&ss');
    expect((await jar.all())[0]).toMatchObject({
      authorization: `Basic ${btoa(`iago@example.com:${key}`)}`,
      email: 'iago@example.com',
    });
  });

  it('gives one person one account however they signed in, and distinguishes two people', async () => {
    const first = await signInAccount(entrance(), byKey);
    const again = await signInAccount(entrance(), { email: 'iago@example.com', password: 'p' });
    expect(again.id).toBe(first.id);
    replies['/api/v1/users/me'] = () => ok({ ...me, user_id: 8 });
    expect((await signInAccount(entrance(), byKey)).id).not.toBe(first.id);
    expect(await jar.all()).toHaveLength(2);
  });

  it('treats the same user id in a recreated organization as another person', async () => {
    replies['/api/v1/users/me'] = () => ok({ ...me, date_joined: '2024-01-01T00:00:00Z' });
    const old = await signInAccount(entrance(), byKey);
    replies['/api/v1/users/me'] = () => ok({ ...me, date_joined: '2025-01-01T00:00:00Z' });
    expect((await signInAccount(entrance(), byKey)).id).not.toBe(old.id);
  });

  it.each([
    ['a wrong key', 'AUTHENTICATION_FAILED', '/users/me', () => no(401, 'UNAUTHORIZED')],
    ['a malformed key', 'AUTHENTICATION_FAILED', '/users/me', () => no(401, 'INVALID_API_KEY')],
    ['a deactivated account', 'USER_DEACTIVATED', '/users/me', () => no(401, 'USER_DEACTIVATED')],
    [
      'a deactivated account, only by the message',
      'USER_DEACTIVATED',
      '/users/me',
      () => no(401, 'UNAUTHORIZED', { msg: 'Account is deactivated' }),
    ],
    ['too many attempts', 'RATE_LIMIT_HIT', '/users/me', () => no(429, 'RATE_LIMIT_HIT')],
    ['a failing server', 'UPSTREAM_FAULT', '/users/me', () => new Response('', { status: 500 })],
    ['no messaging server', 'UPSTREAM_NOT_API', '/server_settings', () => new Response('<html>')],
    ['another kind of JSON', 'UPSTREAM_NOT_API', '/server_settings', () => Response.json({ a: 1 })],
    ['odd values', 'UPSTREAM_NOT_API', '/server_settings', () => ok({ zulip_version: 5 })],
    [
      'an old server',
      'SERVER_TOO_OLD',
      '/server_settings',
      () => ok({ ...settings, zulip_feature_level: 246 }),
    ],
    [
      'a server without an organization',
      'NO_ORGANIZATION',
      '/server_settings',
      () => ok({ ...settings, realm_name: undefined }),
    ],
  ])('reports what is wrong: %s', async (_name, code, path, reply) => {
    replies[`/api/v1${path}`] = reply;
    expect(await codeOf(byKey)).toBe(code);
    expect(await jar.all()).toEqual([]);
  });

  it('distinguishes a wrong password from disabled password sign-in', async () => {
    const byPassword: SignInRequest = { email: 'iago@example.com', password: 'p' };
    for (const code of ['AUTHENTICATION_FAILED', 'PASSWORD_AUTH_DISABLED', 'REALM_DEACTIVATED']) {
      replies['/api/v1/fetch_api_key'] = () => no(401, code);
      expect(await codeOf(byPassword)).toBe(code);
    }
  });

  it('sends no credentials to a server that is too old', async () => {
    replies['/api/v1/server_settings'] = () => ok({ ...settings, zulip_feature_level: 1 });
    await codeOf({ email: 'iago@example.com', password: 'p' });
    expect(requests.map(({ path }) => path)).toEqual(['/api/v1/server_settings']);
  });

  it('sends no key to a server it wasn’t created for', async () => {
    expect(await codeOf({ ...byKey, site: 'https://other.example' })).toBe('SITE_MISMATCH');
    expect(requests.every(({ authorization }) => authorization === null)).toBe(true);
    expect(await codeOf({ ...byKey, site: 'https://chat.example.org/' })).toBe('signed in');
  });

  it('signs no one in by name on a remote server', async () => {
    expect(await codeOf({ user_id: 7 })).toBe('BAD_REQUEST');
  });
});
