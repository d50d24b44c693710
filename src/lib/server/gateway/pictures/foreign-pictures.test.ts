import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cookieStore } from '../../../../../tests/support/cookies';
import { aPng } from '../../../../../tests/support/pictures';
import { lasting, sealedBy } from '../../../../../tests/support/sessions';
import { openJar, type AccountJar } from '../account-jar';
import { allowList } from '../allow-list';
import { answerPageCall } from '../session-gateway';
import { errorResponseOf } from '../failure';
import { createGatewayRateLimits } from '../gateway-rate-limits';
import { createSealer } from '../seal';
import { picturesPath } from './picture-addresses';
import { createForeignPictures, type ForeignPictures } from './foreign-pictures';

const secret = 's'.repeat(32);
const upstream = 'http://127.0.0.1:9';
let host: Server;
let requests: string[];
let jar: AccountJar;
let pictures: ForeignPictures;
let picture: string;
let sent: Request | undefined;

beforeEach(async () => {
  requests = [];
  host = createServer(({ url = '' }, response) => {
    requests.push(url);
    if (/\.svg(?:\?|$)/.test(url)) {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>');
    } else response.writeHead(url === '/none' ? 404 : 200).end(aPng());
  });
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  picture = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  jar = openJar(cookieStore().cookies, false, {
    secret,
    server: upstream,
    sealer: createSealer(secret),
    sessions: lasting,
  });
  for (const id of ['me', 'other']) {
    const of = { server: upstream, realm_url: upstream, realm_name: 'Test', full_name: 'A' };
    const email = 'a@example.com';
    await jar.add({ id, user_id: 7, email, ...sealedBy(email, 'k'), ...of });
  }
  pictures = createForeignPictures(secret, upstream);
});
afterEach(() => {
  host.close();
  host.closeAllConnections();
});

/** The reply to a page's call when the server names these pictures. */
async function call(method: string, path: string, value: object, headers = {}) {
  const context = {
    route: allowList(),
    limits: createGatewayRateLimits(),
    ownOrigin: undefined,
    embedded: null,
    pictures,
    sessions: lasting,
    upstream: (request: Request) => {
      sent = request;
      return Promise.resolve(Response.json({ result: 'success', msg: '', ...value }));
    },
  };
  const own = { host: '127.0.0.1:3000', 'x-inkwell': '1', 'x-inkwell-account': 'me' };
  const request = new Request(`http://127.0.0.1:3000/json${path}`, {
    method,
    headers: { ...own, ...headers },
  });
  return answerPageCall(context, { request, path, address: '10.0.0.1', jar }).catch(
    errorResponseOf,
  );
}

async function addressOf(url: string): Promise<string> {
  const reply = await call('POST', '/register', { realm_users: [{ avatar_url: url }] });
  const { realm_users } = (await reply.json()) as { realm_users: { avatar_url: string }[] };
  return realm_users[0]!.avatar_url;
}

function get(address: string, from = jar) {
  const request = new Request(`http://127.0.0.1:3000${address}`);
  const path = address.slice(picturesPath.length);
  return pictures
    .answer({ request, path, jar: from, limits: createGatewayRateLimits() })
    .catch((error: unknown) => errorResponseOf(error));
}

describe('pictures on other servers', () => {
  it('get URLs of this server in replies and are served from there', async () => {
    const address = await addressOf(`${picture}/avatar?d=identicon`);
    expect(address.startsWith(picturesPath)).toBe(true);
    const answer = await get(address);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await answer.arrayBuffer()).equals(aPng())).toBe(true);
    expect(requests).toEqual(['/avatar?d=identicon']);
  });

  it('of the organization do too, and can’t run anything', async () => {
    const logo = `${picture}/static/images/logo/zulip-org-logo.svg?version=0`;
    const reply = await call('POST', '/register', {
      realm_logo_url: logo,
      realm_night_logo_url: logo,
      realm_icon_url: `${picture}/icon`,
    });
    const { realm_logo_url, ...others } = (await reply.json()) as Record<string, string>;
    for (const address of [realm_logo_url!, others['realm_night_logo_url']!]) {
      const answer = await get(address);
      expect(answer.headers.get('content-type')).toBe('image/svg+xml');
      expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
    }
  });

  it('also do in compressed replies, which are requested uncompressed', async () => {
    const value = { members: [{ avatar_url: `${picture}/a` }] };
    const reply = await call('GET', '/users', value, { 'accept-encoding': 'gzip, br' });
    expect(sent?.headers.get('accept-encoding')).toBe('identity');
    expect(reply.headers.get('content-encoding')).toBe('br');
    const text = brotliDecompressSync(Buffer.from(await reply.arrayBuffer())).toString();
    expect(text).toContain(`"avatar_url":"${picturesPath}me/`);
  });

  it('stay as they are on the server itself, and in replies that name none', async () => {
    expect(await addressOf('/user_avatars/2/a.png')).toBe('/user_avatars/2/a.png');
    const reply = await call('GET', '/drafts', { avatar_url: `${picture}/a` });
    expect(await reply.json()).toMatchObject({ avatar_url: `${picture}/a` });
  });

  it('are only fetched for the account whose replies named them', async () => {
    const address = await addressOf(`${picture}/a`);
    expect((await get(address.replace('/me/', '/other/'))).status).toBe(404);
    const stranger = openJar(cookieStore().cookies, false, {
      secret,
      server: upstream,
      sealer: createSealer(secret),
      sessions: lasting,
    });
    expect((await get(address, stranger)).status).toBe(404);
    expect(requests).toEqual([]);
  });

  it('that can’t be fetched are no error of the page', async () => {
    expect((await get(await addressOf(`${picture}/none`))).status).toBe(204);
    expect((await get(await addressOf('http://10.255.255.1/a'))).status).toBe(204);
  });
});
