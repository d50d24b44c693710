import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { aPng } from '../../../../../tests/support/pictures';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let guest: AccountWithKey;

beforeAll(async () => {
  guest = await t.addUser({ role: 600 });
});
beforeEach(async () => {
  me = await t.addUser();
  other = await t.addUser();
});

const refusal = { status: 400, body: { code: 'BAD_REQUEST' } };
let counter = 0;
const create = (params: Record<string, unknown> = {}, by = me) => {
  const n = ++counter;
  return t.call(by, 'POST', '/bots', { full_name: `Helper ${n}`, short_name: `h${n}`, ...params });
};
async function newBot(by = me): Promise<AccountWithKey> {
  const { body } = await create({}, by);
  const user_id = body['user_id'] as number;
  const { user } = (await t.call(by, 'GET', `/users/${user_id}`)).body as unknown as {
    user: { email: string; full_name: string };
  };
  return {
    user_id,
    email: user.email,
    full_name: user.full_name,
    api_key: String(body['api_key']),
  };
}
const mine = async (by = me) => (await t.call(by, 'GET', '/bots')).body['bots'] as unknown[];

describe('createBot', () => {
  it('creates an account with a working key, visible to all and owned by the caller', async () => {
    const queue = await openQueue(t, me);
    const stranger = await openQueue(t, other);
    const { status, body } = await create({ full_name: 'Mona Helper', short_name: 'Mona' });
    expect(status).toBe(200);
    const { user_id, api_key, avatar_url } = body as Record<string, unknown>;
    const email = 'mona-bot@localhost';
    const bot = { user_id: Number(user_id), email, full_name: '', api_key: String(api_key) };
    const own = (await t.call(bot, 'GET', '/users/me')).body;
    expect(own).toMatchObject({ user_id, full_name: 'Mona Helper', is_bot: true, role: 400 });
    expect(await mine()).toEqual([
      { user_id, username: email, full_name: 'Mona Helper', api_key, avatar_url },
    ]);
    const person = { user_id, is_bot: true, bot_type: 1, bot_owner_id: me.user_id };
    const events = await queue.events();
    expect(events.map(({ type, op }) => `${String(type)}/${String(op)}`)).toEqual([
      'realm_user/add',
      'user_group/add_members',
      'user_group/add_members',
      'realm_bot/add',
    ]);
    expect(events[0]).toMatchObject({ person });
    expect(events[3]).toMatchObject({ bot: { user_id, email, owner_id: me.user_id } });
    expect(JSON.stringify(events)).not.toContain(api_key);
    expect((await stranger.events()).map(({ type }) => type)).not.toContain('realm_bot');
  });

  it.each([
    ['no short name', { short_name: ' ' }],
    ['a short name with an address in it', { short_name: 'a@b' }],
    ['a name that is too short', { full_name: 'M' }],
    ['a type that is none', { bot_type: 9 }],
    ['an outgoing webhook', { bot_type: 3 }],
    ['an embedded bot', { bot_type: 4 }],
  ])('refuses %s', async (_what, params) => {
    expect(await create(params)).toMatchObject(refusal);
    expect(await mine()).toEqual([]);
  });

  it('refuses an email address or a name that is taken', async () => {
    await create({ full_name: 'Only One', short_name: 'only' });
    expect(await create({ short_name: 'ONLY' })).toMatchObject(refusal);
    expect(await create({ full_name: 'only one' })).toMatchObject(refusal);
  });

  it('needs permission, and is never for guests and bots', async () => {
    expect(await create({}, guest)).toMatchObject(refusal);
    expect(await create({}, await newBot())).toMatchObject(refusal);
    const nobody = await groupId(t, 'role:administrators');
    await setRealm(t, { can_create_bots_group: nobody });
    expect(await create()).toMatchObject(refusal);
    expect(await create({ bot_type: 2 })).toMatchObject({ status: 200 });
    await setRealm(t, {
      can_create_bots_group: nobody,
      can_create_write_only_bots_group: nobody,
    });
    expect(await create({ bot_type: 2 })).toMatchObject(refusal);
    expect(await create({}, t.owner)).toMatchObject({ status: 200 });
    await setRealm(t, {});
  });
});

describe('a bot', () => {
  it('can be changed only by its owner and administrators', async () => {
    const bot = await newBot();
    const path = `/bots/${bot.user_id}`;
    const params = { full_name: `Renamed ${bot.user_id}` };
    for (const [method, more] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/api_key/regenerate'],
    ]) {
      expect(await t.call(other, method!, `${path}${more}`, params)).toMatchObject(refusal);
    }
    const queue = await openQueue(t, me, { event_types: ['realm_bot', 'realm_user'] });
    const { body } = await t.call(me, 'PATCH', path, params);
    expect(body).toMatchObject({ ...params, bot_owner: me.email });
    expect(await queue.events()).toMatchObject([
      { type: 'realm_user', person: params },
      { type: 'realm_bot', op: 'update', bot: { user_id: bot.user_id, ...params } },
    ]);
    expect(await t.call(me, 'PATCH', path, { role: 200 })).toMatchObject({
      body: { code: 'UNAUTHORIZED_PRINCIPAL' },
    });
    expect(await t.call(t.owner, 'PATCH', path, { role: 300 })).toMatchObject({ status: 200 });
    expect(await t.call(me, 'PATCH', `/bots/${other.user_id}`, params)).toMatchObject(refusal);
    expect(await t.call(me, 'PATCH', '/bots/999999', params)).toMatchObject(refusal);
  });

  it('can be transferred to another user, who gets its full details', async () => {
    const bot = await newBot();
    const path = `/bots/${bot.user_id}`;
    const gone = await t.addUser({ is_active: false });
    for (const user_id of [gone.user_id, bot.user_id, 999_999, 2 ** 40]) {
      expect(await t.call(me, 'PATCH', path, { bot_owner_id: user_id })).toMatchObject(refusal);
    }
    const types = { event_types: ['realm_bot'] };
    const queues = [me, other, t.owner].map((one) => openQueue(t, one, types));
    const [before, after, admin] = await Promise.all(queues);
    await t.call(me, 'PATCH', path, { bot_owner_id: other.user_id });
    const { user_id } = bot;
    const owner_id = other.user_id;
    expect(await before!.events()).toMatchObject([{ op: 'delete', bot: { user_id } }]);
    expect(await after!.events()).toMatchObject([{ op: 'add', bot: { user_id, owner_id } }]);
    expect(await admin!.events()).toMatchObject([{ op: 'update', bot: { user_id, owner_id } }]);
    expect([await mine(), await mine(other)]).toMatchObject([[], [{ user_id }]]);
    expect(await t.call(me, 'DELETE', path)).toMatchObject(refusal);
  });

  it('doesn’t count as an owner of the organization, whatever its role', async () => {
    const bot = await newBot();
    const asOwner = await t.call(t.owner, 'PATCH', `/bots/${bot.user_id}`, { role: 100 });
    expect(asOwner).toMatchObject({ status: 200 });
    const { body } = await t.call(t.owner, 'DELETE', '/users/me');
    expect(body).toMatchObject({ code: 'CANNOT_DEACTIVATE_LAST_USER', is_last_owner: true });
  });

  it('gets a new key, which ends what the old one opened', async () => {
    const bot = await newBot();
    const { id: queue_id } = await openQueue(t, bot);
    const poll = t.call(bot, 'GET', '/events', { queue_id, last_event_id: -1 });
    const path = `/bots/${bot.user_id}/api_key/regenerate`;
    const { body } = await t.call(me, 'POST', path);
    await poll;
    expect((await t.call(bot, 'GET', '/users/me')).status).toBe(401);
    const renewed = { ...bot, api_key: String(body['api_key']) };
    expect((await t.call(renewed, 'GET', '/users/me')).status).toBe(200);
    const again = await t.call(renewed, 'GET', '/events', { queue_id, last_event_id: -1 });
    expect(again.body.code).toBe('BAD_EVENT_QUEUE_ID');
  });

  it('is deactivated and reactivated, by a new owner if its owner is deactivated', async () => {
    const bot = await newBot();
    expect(await t.call(me, 'DELETE', `/bots/${bot.user_id}`)).toMatchObject({ status: 200 });
    expect((await t.call(bot, 'GET', '/users/me')).status).toBe(401);
    expect(await mine()).toEqual([]);
    const back = `/users/${bot.user_id}/reactivate`;
    expect(await t.call(other, 'POST', back)).toMatchObject(refusal);
    expect(await t.call(me, 'POST', back)).toMatchObject({ status: 200 });
    expect(await mine()).toMatchObject([{ user_id: bot.user_id }]);
    await t.call(t.owner, 'DELETE', `/users/${me.user_id}`);
    await t.call(t.owner, 'POST', back);
    expect(await mine(t.owner)).toContainEqual(expect.objectContaining({ user_id: bot.user_id }));
  });
});

it('for incoming webhooks can send messages, and nothing else', async () => {
  const { body } = await create({ full_name: 'Ring Bell', short_name: 'bell', bot_type: 2 });
  const bot = {
    user_id: 0,
    email: 'bell-bot@localhost',
    full_name: '',
    api_key: String(body['api_key']),
  };
  const message = { type: 'direct', to: [me.user_id], content: 'ding' };
  expect(await t.call(bot, 'POST', '/messages', message)).toMatchObject({ status: 200 });
  for (const [method, path] of [
    ['GET', '/messages'],
    ['POST', '/messages?method=GET'],
    ['GET', '/users/me'],
    ['POST', '/register'],
    ['GET', '/bot_storage'],
  ]) {
    const reply = await t.call(bot, method!, path!, {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    });
    expect(reply, path).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  }
});

describe('a bot’s storage', () => {
  it('stores values by key, visible only to the bot', async () => {
    const [bot, second] = [await newBot(), await newBot()];
    const put = (storage: unknown, by = bot) => t.call(by, 'PUT', '/bot_storage', { storage });
    const get = async (params = {}, by = bot) => t.call(by, 'GET', '/bot_storage', params);
    expect((await put({ seen: '1', name: 'Mona' })).status).toBe(200);
    expect((await put({ seen: '2' })).status).toBe(200);
    expect((await get()).body['storage']).toEqual({ seen: '2', name: 'Mona' });
    expect((await get({ keys: ['name'] })).body['storage']).toEqual({ name: 'Mona' });
    expect((await get({}, second)).body['storage']).toEqual({});
    const remove = (params = {}) => t.call(bot, 'DELETE', '/bot_storage', params);
    expect((await remove({ keys: ['name'] })).status).toBe(200);
    for (const reply of [await remove({ keys: ['name'] }), await get({ keys: ['name'] })]) {
      expect(reply).toMatchObject(refusal);
    }
    expect((await remove()).status).toBe(200);
    expect((await get()).body['storage']).toEqual({});
    for (const wrong of [{ a: 1 }, [], { a: 'x\0' }, { a: 'x'.repeat(100_001) }]) {
      expect(await put(wrong)).toMatchObject(refusal);
    }
  });

  it('is not available to people', async () => {
    expect(await t.call(me, 'GET', '/bot_storage')).toMatchObject(refusal);
  });
});

describe('a bot’s profile picture', () => {
  const kept = /^\/user_avatars\/1\/people\/[0-9a-f]{32}\.png$/;
  function form(fields: Record<string, string>, picture: Buffer | null = aPng()): FormData {
    const made = new FormData();
    for (const [name, value] of Object.entries(fields)) made.append(name, value);
    if (picture) made.append('file', new File([picture as BlobPart], 'bot.png'));
    return made;
  }
  const names = (short_name: string) => ({ full_name: `Pictured ${short_name}`, short_name });

  it('comes with the form that creates the bot, and with a later one', async () => {
    const queue = await openQueue(t, me, { event_types: ['realm_bot'] });
    const made = await t.call(me, 'POST', '/bots', form(names('pictured')));
    const { user_id, avatar_url } = made.body;
    expect(avatar_url).toMatch(kept);
    const path = `/bots/${String(user_id)}`;
    const changed = await t.call(me, 'PATCH', path, form({}));
    expect(changed.body).toMatchObject({ full_name: 'Pictured pictured' });
    expect(changed.body['avatar_url']).toMatch(kept);
    expect(changed.body['avatar_url']).not.toBe(avatar_url);
    const update = { type: 'realm_bot', op: 'update' };
    expect((await queue.events()).slice(1)).toMatchObject([
      { ...update, bot: { user_id, avatar_url } },
      { ...update, bot: { user_id, avatar_url: changed.body['avatar_url'] } },
    ]);
  });

  it('can be left out of the form, but must be an image', async () => {
    const without = await t.call(me, 'POST', '/bots', form(names('plain'), null));
    expect(without.body['avatar_url']).toMatch(/^https:/);
    const wrong = form(names('wrong'), Buffer.from('no picture'));
    expect(await t.call(me, 'POST', '/bots', wrong)).toMatchObject({
      status: 400,
      body: { code: 'BAD_IMAGE' },
    });
    const strange = await t.call(
      other,
      'PATCH',
      `/bots/${String(without.body['user_id'])}`,
      form({}),
    );
    expect(strange).toMatchObject(refusal);
  });
});
