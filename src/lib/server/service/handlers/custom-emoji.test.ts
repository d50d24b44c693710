import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { aGif, aPng } from '../../../../../tests/support/pictures';
import { startTestService, type TestService } from '../../../../../tests/support/service';
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

const stored = async () => (await storage.stored()).length;

function form(content: string | Buffer = aPng(), name = 'party.png', field = 'filename'): FormData {
  const made = new FormData();
  made.append(field, new File([content as BlobPart], name));
  return made;
}

const picture = (path: string, method = 'GET') =>
  t.service.handle(new Request(new URL(path, 'http://localhost:4100'), { method }), {
    address: '192.0.2.1',
  });

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly source_url: string;
  readonly still_url: string | null;
  readonly deactivated: boolean;
  readonly author_id: number;
}

let count = 0;
const newName = () => `party_${(count += 1)}`;

describe.each(gatewayNames)('custom emoji through the %s', (gateway) => {
  let me: AccountWithKey;
  let ask: Ask;
  beforeEach(async () => {
    me = await t.addUser();
    ask = (await openGateways(t, me))[gateway];
  });
  const add = (name: string, body = form()) =>
    ask('POST', `/realm/emoji/${encodeURIComponent(name)}`, body);
  const all = async () =>
    Object.values((await ask('GET', '/realm/emoji')).body['emoji'] as Record<string, Shown>);
  const find = async (name: string) => (await all()).find((one) => one.name === name);

  it('are added, announced to everyone, and shown to anyone', async () => {
    const name = newName();
    const { body: registered } = await ask('POST', '/register', { event_types: ['realm_emoji'] });
    expect(registered['realm_emoji']).not.toHaveProperty('name', name);
    expect((await add(name)).status).toBe(200);
    const made = (await find(name))!;
    expect(made).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name,
      source_url: `/user_avatars/1/emoji/images/${made.id}.png`,
      still_url: null,
      deactivated: false,
      author_id: me.user_id,
    });
    const { events } = (
      await ask('GET', '/events', {
        queue_id: registered.queue_id,
        last_event_id: -1,
        dont_block: true,
      })
    ).body;
    expect(events).toMatchObject([
      { type: 'realm_emoji', op: 'update', realm_emoji: { [made.id]: made } },
    ]);
    const { body: again } = await ask('POST', '/register', { event_types: ['realm_emoji'] });
    expect(again['realm_emoji']).toHaveProperty(made.id, made);
    const response = await picture(made.source_url);
    expect(Buffer.from(await response.arrayBuffer()).equals(aPng())).toBe(true);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(await t.store.db.select().from(uploads)).toEqual([]);
  });

  it('have a still image too if they are animated', async () => {
    const name = newName();
    await add(name, form(aGif(3), 'dance.gif'));
    const { still_url, source_url } = (await find(name))!;
    expect(still_url).toBe(source_url.replace('/images/', '/images/still/'));
    expect(Buffer.from(await (await picture(still_url!)).arrayBuffer()).equals(aGif())).toBe(true);
  });

  it('are deactivated but still shown, and their names become free', async () => {
    const name = newName();
    await add(name);
    const first = (await find(name))!;
    expect((await add(name)).body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    expect((await ask('DELETE', `/realm/emoji/${name}`)).status).toBe(200);
    expect((await picture(first.source_url)).status).toBe(200);
    expect(await ask('DELETE', `/realm/emoji/${name}`)).toMatchObject({
      status: 404,
      body: { code: 'BAD_REQUEST' },
    });
    await add(name);
    const both = (await all()).filter((one) => one.name === name);
    expect(both.map(({ deactivated }) => deactivated)).toEqual([true, false]);
  });

  it.each([
    ['Party', /lowercase letters/],
    ['pärty', /lowercase letters/],
    ['party!', /lowercase letters/],
    ['party_', /must end with/],
    [' ', /needs a name/],
    ['x'.repeat(65), /at most/],
    ['thumbs_up', /administrators/],
  ])('can’t have the name %j', async (name, why) => {
    const before = await stored();
    const { status, body } = await add(name);
    expect([status, body.msg]).toEqual([400, expect.stringMatching(why)]);
    expect(await stored()).toBe(before);
  });

  it('treat spaces in a name as underscores', async () => {
    const name = newName();
    await add(name.replaceAll('_', ' '));
    expect(await find(name)).toBeDefined();
  });

  it.each([
    ['a drawing', form('<svg xmlns="http://www.w3.org/2000/svg"/>', 'party.png'), 'BAD_IMAGE'],
    ['text', form('hello', 'party.png'), 'BAD_IMAGE'],
    ['nothing', form('', 'party.png'), 'BAD_IMAGE'],
    ['too much', form(Buffer.concat([aPng(), Buffer.alloc(5 * 1024 * 1024)])), 'BAD_REQUEST'],
  ])('are not made of %s, and nothing is left of it', async (_what, body, code) => {
    const before = await stored();
    const reply = await add(newName(), body);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect(await stored()).toBe(before);
    expect(await t.store.db.select().from(uploads)).toEqual([]);
  });

  it('need a file', async () => {
    expect((await ask('POST', `/realm/emoji/${newName()}`, new FormData())).status).toBe(400);
  });

  it('appear in messages by name until they are deactivated', async () => {
    const name = newName();
    await add(name);
    const { source_url } = (await find(name))!;
    const rendered = async () =>
      (await ask('POST', '/messages/render', { content: `so :${name}:` })).body['rendered'];
    const title = name.replace('_', ' ');
    expect(await rendered()).toBe(
      `<p>so <img alt=":${name}:" class="emoji" src="${source_url}" title="${title}"></p>`,
    );
    await ask('DELETE', `/realm/emoji/${name}`);
    expect(await rendered()).toBe(`<p>so :${name}:</p>`);
  });

  it('can be reactions, which remain after deactivation', async () => {
    const name = newName();
    await add(name);
    const { id } = (await find(name))!;
    const other = await t.addUser();
    const sent = await ask('POST', '/messages', {
      type: 'direct',
      to: [other.user_id],
      content: 'hello',
    });
    const path = `/messages/${String(sent.body['id'])}/reactions`;
    const wire = { emoji_name: name, emoji_code: id, reaction_type: 'realm_emoji' };
    const wrong = { ...wire, emoji_code: '999999' };
    expect((await ask('POST', path, wrong)).body.code).toBe('BAD_REQUEST');
    expect((await ask('POST', path, { ...wire, emoji_name: 'other' })).body.code).toBe(
      'BAD_REQUEST',
    );
    expect((await ask('POST', path, { emoji_name: name })).status).toBe(200);
    expect((await ask('POST', path, wire)).body.code).toBe('REACTION_ALREADY_EXISTS');
    await ask('DELETE', `/realm/emoji/${name}`);
    const { body } = await ask('GET', `/messages/${String(sent.body['id'])}`);
    expect((body['message'] as { reactions: unknown[] }).reactions).toMatchObject([wire]);
    // Someone has already reacted with it, so others can add theirs.
    expect((await t.call(other, 'POST', path, wire)).status).toBe(200);
    expect((await ask('DELETE', path, wire)).status).toBe(200);
    expect(
      (await ask('POST', '/messages', { type: 'direct', to: [other.user_id], content: 'x' }))
        .status,
    ).toBe(200);
  });
});

describe('permission to change custom emoji', () => {
  it('lets members add, authors and administrators remove, and guests neither', async () => {
    const [author, other] = [await t.addUser(), await t.addUser()];
    const [guest, admin] = [await t.addUser({ role: 600 }), await t.addUser({ role: 200 })];
    const name = newName();
    const add = (by: AccountWithKey, called: string) =>
      t.call(by, 'POST', `/realm/emoji/${called}`, form());
    const remove = (by: AccountWithKey, called: string) =>
      t.call(by, 'DELETE', `/realm/emoji/${called}`);
    expect((await add(guest, name)).status).toBe(400);
    expect((await add(author, name)).status).toBe(200);
    expect((await remove(other, name)).status).toBe(400);
    expect((await remove(guest, name)).status).toBe(400);
    expect((await remove(admin, name)).status).toBe(200);
  });

  it('lets an administrator override a standard emoji', async () => {
    const admin = await t.addUser({ role: 200 });
    expect((await t.call(admin, 'POST', '/realm/emoji/tada', form())).status).toBe(200);
    const { body } = await t.call(admin, 'POST', '/messages/render', { content: ':tada:' });
    expect(body['rendered']).toContain('<img alt=":tada:" class="emoji"');
  });
});

it('serves only custom emoji images', async () => {
  const { owner } = t;
  const name = newName();
  await t.call(owner, 'POST', `/realm/emoji/${name}`, form());
  const { body } = await t.call(owner, 'GET', '/realm/emoji');
  const { source_url } = Object.values(body['emoji'] as Record<string, Shown>).at(-1)!;
  for (const path of [
    source_url.replace('.png', '.gif'),
    source_url.replace('/images/', '/images/still/'),
    source_url.replace('/1/', '/2/'),
    '/user_avatars/1/emoji/images/99999999999.png',
    '/user_avatars/../user_uploads/x',
    '/user_avatars/',
  ]) {
    expect((await picture(path)).status, path).toBe(404);
  }
  expect((await picture(source_url, 'HEAD')).status).toBe(200);
  expect((await picture(source_url, 'POST')).status).toBe(405);
});
