import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { openQueue, setRealm } from '../../../../../tests/support/channels';
import { aGif, aPng } from '../../../../../tests/support/pictures';
import { basic, startTestService, type TestService } from '../../../../../tests/support/service';
import { storages, type TestStorage } from '../../../../../tests/support/storages';
import { uploads } from '../db/schema/files';
import type { AccountWithKey } from '../service';

let t: TestService;
let storage: TestStorage;
beforeAll(async () => {
  storage = await storages['a folder']();
  t = await startTestService({ filesIn: storage.place });
});
afterAll(() => t.service.close());

function form(content: string | Buffer = aPng(), name = 'me.png'): FormData {
  const made = new FormData();
  made.append('filename', new File([content as BlobPart], name));
  return made;
}

const get = (path: string, headers: Record<string, string> = {}) =>
  t.service.handle(new Request(new URL(path, 'http://localhost:4100'), { headers }), {
    address: '192.0.2.1',
  });
const kept = /^\/user_avatars\/1\/people\/[0-9a-f]{32}\.png$/;

describe.each(gatewayNames)('a user’s own profile picture through the %s', (gateway) => {
  let me: AccountWithKey;
  let ask: Ask;
  beforeEach(async () => {
    me = await t.addUser();
    ask = (await openGateways(t, me))[gateway];
  });
  const add = async (body = form()) => {
    const reply = await ask('POST', '/users/me/avatar', body);
    expect(reply.body.msg).toBe('');
    return reply.body['avatar_url'] as string;
  };
  const own = async () => (await ask('GET', '/users/me')).body;

  it('is shown to anyone, and announced to those who can see the user', async () => {
    const queue = await openQueue(t, t.owner, { event_types: ['realm_user'] });
    const url = await add();
    expect(url).toMatch(kept);
    expect(await own()).toMatchObject({ avatar_url: url, avatar_version: 2 });
    expect(await queue.events()).toEqual([
      {
        type: 'realm_user',
        op: 'update',
        person: {
          user_id: me.user_id,
          avatar_url: url,
          avatar_url_medium: url,
          avatar_source: 'U',
          avatar_version: 2,
        },
      },
    ]);
    const response = await get(url);
    expect(Buffer.from(await response.arrayBuffer()).equals(aPng())).toBe(true);
    expect(response.headers.get('content-type')).toBe('image/png');
    for (const client_gravatar of [true, false]) {
      const params = { client_gravatar };
      const { body } = await t.call(t.owner, 'GET', `/users/${me.user_id}`, params);
      expect(body['user']).toMatchObject({ avatar_url: url, avatar_version: 2 });
    }
    const { body } = await ask('POST', '/register', { event_types: ['realm_user'] });
    expect(body).toMatchObject({ avatar_url: url, avatar_url_medium: url, avatar_source: 'U' });
    expect(await t.store.db.select().from(uploads)).toEqual([]);
  });

  it('is replaced by another under another URL, and removed', async () => {
    const first = await add();
    const second = await add(form(aPng(3, 2)));
    expect(second).not.toBe(first);
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
    const queue = await openQueue(t, t.owner, { event_types: ['realm_user'] });
    const { body } = await ask('DELETE', '/users/me/avatar');
    expect(body['avatar_url']).toMatch(/^https:\/\/secure\.gravatar\.com\/.*version=4$/);
    expect(await own()).toMatchObject({ avatar_url: body['avatar_url'], avatar_version: 4 });
    expect(await queue.events()).toMatchObject([
      { person: { avatar_source: 'G', avatar_url: body['avatar_url'], avatar_version: 4 } },
    ]);
    expect((await get(second)).status).toBe(404);
    expect((await ask('DELETE', '/users/me/avatar')).body['avatar_url']).toBe(body['avatar_url']);
    expect(await queue.events()).toHaveLength(1);
  });

  it('is reduced to the first frame if it is animated', async () => {
    const url = await add(form(aGif(3), 'dance.gif'));
    expect(url).toMatch(/\.gif$/);
    expect(Buffer.from(await (await get(url)).arrayBuffer()).equals(aGif())).toBe(true);
    expect(await t.store.db.select().from(uploads)).toEqual([]);
  });

  it.each([
    ['a drawing', form('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'BAD_IMAGE'],
    ['nothing', form(''), 'BAD_IMAGE'],
    ['too much', form(Buffer.concat([aPng(), Buffer.alloc(5 * 1024 * 1024)])), 'BAD_REQUEST'],
    ['no file', new FormData(), 'BAD_REQUEST'],
  ])('is not made of %s', async (_what, body, code) => {
    const before = await storage.stored();
    const reply = await ask('POST', '/users/me/avatar', body);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    // Pictures of earlier tests may still be on their way out.
    const after = await storage.stored();
    expect(after.filter((name) => !before.includes(name))).toEqual([]);
    expect(await own()).toMatchObject({ avatar_version: 1 });
  });

  it('can’t be changed if the organization forbids it, except by administrators', async () => {
    await setRealm(t, { avatar_changes_disabled: true });
    const bad = { status: 400, body: { code: 'BAD_REQUEST' } };
    expect(await ask('POST', '/users/me/avatar', form())).toMatchObject(bad);
    expect(await ask('DELETE', '/users/me/avatar')).toMatchObject(bad);
    const admin = await t.addUser({ role: 200 });
    expect((await t.call(admin, 'POST', '/users/me/avatar', form())).status).toBe(200);
    await setRealm(t, {});
  });
});

describe('/avatar', () => {
  it('redirects to a user’s picture, by id and email address', async () => {
    const [me, other] = [await t.addUser(), await t.addUser()];
    const { body } = await t.call(other, 'POST', '/users/me/avatar', form());
    const url = body['avatar_url'];
    for (const path of [String(other.user_id), other.email, `user${other.user_id}@localhost`]) {
      for (const size of ['', '/medium']) {
        const response = await get(`/avatar/${encodeURIComponent(path)}${size}`, {
          authorization: basic(me),
        });
        expect([response.status, response.headers.get('location')]).toEqual([302, url]);
      }
    }
    const byKey = await get(`/avatar/${me.user_id}/medium?api_key=${me.api_key}`);
    expect(byKey.headers.get('location')).toMatch(/gravatar.*s=500/);
  });

  it('redirects nowhere without credentials, or for an unknown user', async () => {
    const me = await t.addUser();
    expect((await get(`/avatar/${me.user_id}`)).status).toBe(401);
    const as = { authorization: basic(me) };
    const wanted = [
      '/avatar/999999',
      '/avatar/no@example.org',
      '/avatar/99999999999',
      '/avatar/',
      '/avatar/1/small',
    ];
    for (const path of wanted) {
      expect((await get(path, as)).status, path).toBe(404);
    }
    expect((await get('/avatar/%00', as)).status).toBe(400);
  });

  it('doesn’t reveal whose a hidden email address is', async () => {
    const me = await t.addUser();
    const shy = await t.addUser({ settings: { email_address_visibility: 4 } });
    const as = { authorization: basic(me) };
    expect((await get(`/avatar/${shy.email}`, as)).status).toBe(404);
    expect((await get(`/avatar/${shy.user_id}`, as)).status).toBe(302);
  });
});
