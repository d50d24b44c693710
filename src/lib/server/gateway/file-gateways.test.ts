import { beforeAll, describe, expect, it } from 'vitest';
import { cookieStore } from '../../../../tests/support/cookies';
import { lasting, sealedBy } from '../../../../tests/support/sessions';
import { withService } from '../../../../tests/support/with-service';
import type { AccountWithKey } from '../service/service';
import { openJar, type AccountJar } from './account-jar';
import { answerFile } from './file-gateway';
import { createGatewayRateLimits } from './gateway-rate-limits';
import { createSealer } from './seal';
import { answerTusRequest, isTusAddress } from './tus-gateway';
import type { UpstreamHandler } from './upstream';

const secret = 's'.repeat(32);
const origin = 'http://127.0.0.1:3000';
const sealer = createSealer(secret);

const t = withService();
let upstream: UpstreamHandler;
beforeAll(async () => {
  upstream = (request, from) => t.service.handle(request, from);
});

async function jarOf(...accounts: AccountWithKey[]): Promise<AccountJar> {
  const jar = openJar(cookieStore().cookies, false, {
    secret,
    server: 'embedded',
    sealer,
    sessions: lasting,
  });
  for (const { user_id, email, full_name, api_key } of accounts) {
    const of = { server: 'embedded', realm_url: origin, realm_name: 'Test' };
    const id = `a${user_id}`;
    await jar.add({ id, user_id, email, full_name, ...sealedBy(email, api_key), ...of });
  }
  return jar;
}

async function upload(
  by: AccountWithKey,
  content = 'content',
  name = 'notes.txt',
): Promise<string> {
  const form = new FormData();
  form.append('file', new File([content], name));
  return (await t.call(by, 'POST', '/user_uploads', form)).body['url'] as string;
}

async function getFile(
  path: string,
  jar: AccountJar,
  headers: Record<string, string> = {},
  from: UpstreamHandler = upstream,
) {
  const url = new URL(path, origin);
  const request = new Request(url, { headers });
  return answerFile(from, { request, url, jar, address: '192.0.2.1' });
}

describe('the file gateway', () => {
  it('returns a file to the signed-in account that has access, whichever it is', async () => {
    const [first, second] = [await t.addUser(), await t.addUser()];
    const url = await upload(second, 'mine');
    const both = await jarOf(first, second);
    expect(await (await getFile(url, both)).text()).toBe('mine');
    expect((await getFile(url, await jarOf(first))).status).toBe(403);
    expect((await getFile(url, await jarOf())).status).toBe(403);
    expect((await getFile(`${url}?account=a${first.user_id}`, both)).status).toBe(403);
    expect((await getFile(`${url}?account=a${second.user_id}`, both)).status).toBe(200);
    const named = { 'x-inkwell-account': `a${first.user_id}` };
    expect((await getFile(url, both, named)).status).toBe(403);
  });

  it('supports ranges and caching', async () => {
    const me = await t.addUser();
    const jar = await jarOf(me);
    const url = await upload(me, '0123456789');
    const part = await getFile(url, jar, { range: 'bytes=2-4' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    expect(await part.text()).toBe('234');
    const etag = part.headers.get('etag')!;
    expect((await getFile(url, jar, { 'if-none-match': etag })).status).toBe(304);
  });

  it('never lets a file run, whatever it is', async () => {
    const me = await t.addUser();
    const jar = await jarOf(me);
    const html = await getFile(await upload(me, '<script>1</script>', 'a.html'), jar);
    expect(html.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(html.headers.get('content-security-policy')).toMatch(/sandbox$/);
    const picture = await getFile(await upload(me, 'x', 'a.png'), jar);
    expect(picture.headers.get('content-disposition')).toMatch(/^inline;/);
    expect(picture.headers.get('content-security-policy')).toMatch(/sandbox$/);
    const pdf = await getFile(await upload(me, 'x', 'a.pdf'), jar);
    expect(pdf.headers.get('content-security-policy')).not.toMatch(/sandbox|script/);
  });

  it('never lets a file run, whatever type another server reports', async () => {
    const hostile: UpstreamHandler = async () =>
      new Response('<script>1</script>', {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-disposition': 'inline; filename="a.html"',
          'content-security-policy': "script-src 'unsafe-inline'",
          'set-cookie': 'a=b',
          'access-control-allow-origin': '*',
        },
      });
    const jar = await jarOf(await t.addUser());
    const file = await getFile('/user_uploads/2/a/x/a.html', jar, {}, hostile);
    expect(Object.fromEntries(file.headers)).toEqual({
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="a.html"',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*sandbox$/),
      'content-type': 'text/html; charset=utf-8',
    });
    const bare: UpstreamHandler = async () =>
      new Response('x', { headers: { 'content-type': 'image/svg+xml' } });
    const nameless = await getFile('/user_uploads/2/a/x/b%20c.svg', jar, {}, bare);
    expect(nameless.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''b%20c.svg",
    );
  });

  it('only reads files and leads nowhere else', async () => {
    const unasked: UpstreamHandler = () => Promise.reject(new Error('was asked'));
    const jar = await jarOf(t.owner);
    const url = new URL('/user_uploads/1/a/b/c', origin);
    const request = new Request(url, { method: 'POST', body: 'x' });
    const visit = { request, url, jar, address: '192.0.2.1' };
    await expect(answerFile(unasked, visit)).rejects.toMatchObject({ status: 405 });
    for (const path of ['/user_uploads/..%2fapi%2fv1/users/me', '/user_uploads/a%5c..%5cb']) {
      await expect(getFile(path, jar, {}, unasked)).rejects.toMatchObject({ status: 404 });
    }
  });

  it('hides another server’s error page', async () => {
    const failing: UpstreamHandler = async () =>
      new Response('<script>1</script>', { status: 404, headers: { 'content-type': 'text/html' } });
    const file = await getFile('/user_uploads/2/a/x/a.png', await jarOf(), {}, failing);
    expect(file.status).toBe(404);
    expect(file.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await file.text()).not.toContain('<');
  });
});

describe('a resumable upload of a page', () => {
  async function ask(
    method: string,
    path: string,
    jar: AccountJar,
    headers: Record<string, string> = {},
    body: BodyInit | null = null,
    from: UpstreamHandler = upstream,
  ) {
    const url = new URL(path, origin);
    expect(isTusAddress(url)).toBe(true);
    const all = new Headers({
      host: '127.0.0.1:3000',
      'x-inkwell': '1',
      'tus-resumable': '1.0.0',
      ...headers,
    });
    for (const [name, value] of [...all]) if (value === '') all.delete(name);
    const request = new Request(url, { method, headers: all, body });
    const context = { upstream: from, limits: createGatewayRateLimits(), ownOrigin: undefined };
    return answerTusRequest(context, { request, url, jar, address: '192.0.2.1' });
  }
  const metadata = `filename ${Buffer.from('film.mp4').toString('base64')}`;
  const octets = { 'content-type': 'application/offset+octet-stream' };

  it('is forwarded as the account that the page names', async () => {
    const me = await t.addUser();
    const jar = await jarOf(await t.addUser(), me);
    const as = { 'x-inkwell-account': `a${me.user_id}` };
    const length = { 'upload-length': '10', 'upload-metadata': metadata };
    const created = await ask('POST', '/json/tus/', jar, { ...as, ...length });
    expect(created.status).toBe(201);
    const location = created.headers.get('location')!;
    expect(location).toMatch(/^\/json\/tus\/1\/[^/]+\/[^/]+\/film.mp4$/);
    const part = { ...as, ...octets, 'upload-offset': '0' };
    expect((await ask('PATCH', location, jar, part, '12345')).status).toBe(204);
    const head = await ask('HEAD', location, jar, as);
    expect(head.headers.get('upload-offset')).toBe('5');
    expect(head.headers.get('cache-control')).toBe('no-store');
    const last = await ask('PATCH', location, jar, { ...part, 'upload-offset': '5' }, '67890');
    expect(last.status).toBe(200);
    expect(await last.json()).toMatchObject({ filename: 'film.mp4' });
    for (const name of ['access-control-allow-origin', 'www-authenticate']) {
      expect(last.headers.has(name)).toBe(false);
    }
    const { body } = await t.call(me, 'GET', '/attachments');
    expect(body['attachments']).toMatchObject([{ name: 'film.mp4', size: 10 }]);
  });

  it('is refused to other sites and without an account, as the protocol defines', async () => {
    const me = await t.addUser();
    const jar = await jarOf(me);
    const as = { 'x-inkwell-account': `a${me.user_id}`, 'upload-length': '1' };
    for (const [headers, status] of [
      [{ ...as, 'sec-fetch-site': 'cross-site' }, 403],
      [{ ...as, origin: 'https://evil.example' }, 403],
      [{ ...as, 'x-inkwell': '' }, 403],
      [{ ...as, 'x-inkwell-account': '' }, 401],
      [{ ...as, 'x-inkwell-account': 'someone' }, 401],
      [{ ...as, 'x-http-method-override': 'PATCH' }, 400],
    ] as const) {
      const reply = await ask('POST', '/json/tus/', jar, headers);
      expect(reply.status).toBe(status);
      expect(await reply.json()).toEqual({ message: expect.any(String) });
    }
    expect((await ask('GET', '/json/tus/1/a/b/c', jar, as)).status).toBe(405);
  });

  it.each(['/json/tus/1/%2e%2e%2fmessages', '/json/tus/..%2f..%2fusers', '/json/tus/1%5c..%5cx'])(
    'leads nowhere else: %s',
    async (path) => {
      const jar = await jarOf(t.owner);
      const as = { 'x-inkwell-account': `a${t.owner.user_id}` };
      const unasked: UpstreamHandler = () => Promise.reject(new Error('was asked'));
      expect((await ask('HEAD', path, jar, as, null, unasked)).status).toBe(404);
    },
  );

  it('gets a Location at this gateway, whatever URL the server returns', async () => {
    const jar = await jarOf(t.owner);
    const as = { 'x-inkwell-account': `a${t.owner.user_id}`, 'upload-length': '1' };
    for (const location of [
      'https://chat.example.org/api/v1/tus/2/ab/c/film.mp4',
      'http://127.0.0.1:9991/prefix/api/v1/tus/2/ab/c/film.mp4',
      '/api/v1/tus/2/ab/c/film.mp4',
    ]) {
      const from: UpstreamHandler = async () =>
        new Response(null, { status: 201, headers: { location, 'set-cookie': 'a=b' } });
      const reply = await ask('POST', '/json/tus/', jar, as, null, from);
      expect(reply.headers.get('location')).toBe('/json/tus/2/ab/c/film.mp4');
      expect(reply.headers.has('set-cookie')).toBe(false);
    }
  });
});
