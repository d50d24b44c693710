import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { presences } from '../db/schema/presence';
import type { AccountWithKey } from '../service';

const t = withService();

const path = '/users/me/presence';
const now = () => Math.floor(t.clock.now() / 1000);
const website = (status: string, timestamp: number) => ({ client: 'website', status, timestamp });
const legacy = (status: string, timestamp: number) => ({
  aggregated: website(status, timestamp),
  website: { ...website(status, timestamp), pushable: false },
});

describe.each(gatewayNames)('presence through the %s', (gateway) => {
  let me: AccountWithKey;
  let other: AccountWithKey;
  let ask: Ask;
  beforeEach(async () => {
    await t.store.db.delete(presences);
    [me, other] = [await t.addUser(), await t.addUser()];
    ask = (await openGateways(t, me))[gateway];
  });
  const ping = (params: Record<string, unknown> = {}, by = ask) =>
    by('POST', path, { status: 'active', ...params });
  const theirs = (params: Record<string, unknown> = {}) =>
    t.call(other, 'POST', path, { status: 'active', ...params });

  it('is returned for everyone by email address, as older clients need it', async () => {
    await theirs({ status: 'idle' });
    const { body } = await ping();
    expect(body).toEqual({
      result: 'success',
      msg: '',
      server_timestamp: t.clock.now() / 1000,
      presence_last_update_id: expect.any(Number),
      presences: { [me.email]: legacy('active', now()), [other.email]: legacy('idle', now()) },
    });
    const { body: all } = await ask('GET', '/realm/presence');
    expect(all['presences']).toEqual(body['presences']);
    expect(all['server_timestamp']).toBe(t.clock.now() / 1000);
  });

  it('is returned by id with timestamps if the client asks for it', async () => {
    await theirs({ status: 'idle' });
    for (const params of [{ slim_presence: true }, { last_update_id: -1 }]) {
      const { body } = await ping(params);
      expect(body['presences']).toEqual({
        [me.user_id]: { active_timestamp: now(), idle_timestamp: now() },
        [other.user_id]: { idle_timestamp: now() },
      });
    }
  });

  it('leaves out what hasn’t changed since the last call', async () => {
    await theirs();
    const first = (await ping({ last_update_id: -1 })).body['presence_last_update_id'] as number;
    const { body } = await ping({ last_update_id: first, status: 'idle' });
    expect(Object.keys(body['presences'] as object)).toEqual([String(me.user_id)]);
    t.clock.advance(60_000);
    await theirs();
    const next = (await ping({ last_update_id: first })).body;
    expect(Object.keys(next['presences'] as object).map(Number)).toEqual([
      me.user_id,
      other.user_id,
    ]);
    expect(next['presence_last_update_id']).toBeGreaterThan(first);
  });

  it('returns no presences if the client only pings', async () => {
    expect((await ping({ ping_only: true })).body).toEqual({ result: 'success', msg: '' });
    expect((await ping({ ping_only: true, new_user_input: true })).status).toBe(200);
    const { body } = await t.call(other, 'GET', `/users/${me.user_id}/presence`);
    expect(body['presence']).toMatchObject({ website: { status: 'active' } });
  });

  it('goes back as far as requested, by default two weeks', async () => {
    await theirs();
    const seenDaysAgo = (days: number) =>
      t.store.db
        .update(presences)
        .set({ last_connected: new Date(t.clock.now() - days * 86_400_000) })
        .where(eq(presences.user_id, other.user_id));
    await seenDaysAgo(3);
    const ids = async (params = {}) =>
      Object.keys((await ping({ last_update_id: -1, ...params })).body['presences'] as object);
    expect(await ids({ history_limit_days: 2 })).toEqual([String(me.user_id)]);
    expect(await ids({ history_limit_days: 3 })).toHaveLength(2);
    expect(await ids({ history_limit_days: 0 })).toEqual([]);
    expect(await ids({ history_limit_days: 2 ** 50 })).toHaveLength(2);
    expect(await ids()).toHaveLength(2);
    await seenDaysAgo(15);
    expect(await ids()).toEqual([String(me.user_id)]);
  });

  it.each([
    ['another status', { status: 'away' }],
    ['no status', { status: undefined }],
    ['an id in words', { status: 'idle', last_update_id: 'new' }],
    ['days before today', { status: 'idle', history_limit_days: -1 }],
    ['a ping that is no boolean', { status: 'idle', ping_only: 'yes' }],
  ])('refuses %s', async (_what, params) => {
    const given = Object.entries(params).filter(([, value]) => value !== undefined);
    expect((await ask('POST', path, Object.fromEntries(given))).status).toBe(400);
  });

  it('shows a user as offline after a while', async () => {
    const one = async (named: string | number) =>
      (await ask('GET', `/users/${named}/presence`)).body['presence'];
    const then = now();
    await theirs();
    const active = { status: 'active', timestamp: then };
    for (const named of [other.user_id, other.email, `user${other.user_id}@localhost`]) {
      expect(await one(named)).toEqual({ aggregated: active, website: active });
    }
    t.clock.advance(200_000);
    expect(await one(other.user_id)).toMatchObject({ website: { status: 'active' } });
    t.clock.advance(1_000);
    expect(await one(other.user_id)).toMatchObject({
      website: { status: 'offline', timestamp: then },
    });
  });

  it('doesn’t exist for bots, deactivated users, unknown users and users never online', async () => {
    const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: me.user_id });
    const gone = await t.addUser({ is_active: false });
    for (const named of [bot.user_id, gone.user_id, 999_999, other.user_id, 'no@example.org']) {
      expect((await ask('GET', `/users/${named}/presence`)).body.code).toBe('BAD_REQUEST');
    }
    expect((await t.call(bot, 'POST', path, { status: 'active' })).status).toBe(400);
  });

  it('is an event when what others see changes, not with each ping', async () => {
    const queue = await openQueue(t, other, { event_types: ['presence'] });
    const seen: [string, number][] = [];
    const at = async (status: string, seconds: number, isAnnounced: boolean) => {
      t.clock.advance(seconds * 1000);
      await ping({ status, ping_only: true });
      if (isAnnounced) seen.push([status, now()]);
    };
    await at('idle', 0, true);
    await at('active', 1, true);
    await at('active', 60, false);
    await at('idle', 30, false);
    await at('idle', 30, false);
    await at('idle', 60, true);
    await at('active', 300, true);
    expect(await queue.events()).toEqual(
      seen.map(([status, timestamp]) => ({
        type: 'presence',
        user_id: me.user_id,
        email: me.email,
        server_timestamp: timestamp,
        presence: { website: { ...website(status, timestamp), pushable: false } },
      })),
    );
  });

  it('is sent in the queue’s form, and in the initial state', async () => {
    const capabilities = { notification_settings_null: true, simplified_presence_events: true };
    const slim = await openQueue(t, other, { event_types: ['presence'], slim_presence: true });
    const simple = await openQueue(t, other, {
      event_types: ['presence'],
      client_capabilities: capabilities,
    });
    await ping({ ping_only: true });
    expect(await slim.events()).toMatchObject([{ user_id: me.user_id }]);
    expect((await slim.events())[0]).not.toHaveProperty('email');
    const modern = { [me.user_id]: { active_timestamp: now(), idle_timestamp: now() } };
    expect(await simple.events()).toEqual([{ type: 'presence', presences: modern }]);
    const register = async (params: object) =>
      (await ask('POST', '/register', { event_types: ['presence'], ...params })).body;
    expect(await register({})).toMatchObject({
      presences: { [me.email]: legacy('active', now()) },
      server_timestamp: t.clock.now() / 1000,
    });
    const state = await register({ slim_presence: true });
    expect(state['presences']).toEqual(modern);
    expect(state['presence_last_update_id']).toBeGreaterThan(0);
    expect((await register({ presence_history_limit_days: 0 }))['presences']).toEqual({});
  });

  it('is neither stored nor shown for users who hide it, who then appear to have left', async () => {
    await ping({ ping_only: true });
    const queue = await openQueue(t, other, { event_types: ['presence', 'user_status'] });
    await ask('PATCH', '/settings', { presence_enabled: false });
    t.clock.advance(60_000);
    await ping();
    const one = async () =>
      (await t.call(other, 'GET', `/users/${me.user_id}/presence`)).body['presence'];
    expect(await one()).toMatchObject({ website: { status: 'offline' } });
    await ask('PATCH', '/settings', { presence_enabled: true });
    expect(await one()).toMatchObject({ website: { status: 'active', timestamp: now() } });
    expect(await queue.events()).toMatchObject([
      { type: 'user_status', away: true },
      { type: 'presence', presence: { website: { timestamp: now() - 60 - 201 } } },
      { type: 'user_status', away: false },
      { type: 'presence', presence: { website: { status: 'active', timestamp: now() } } },
    ]);
  });

  it.each([
    ['the setting', 'PATCH', '/settings', { presence_enabled: false }],
    ['the older word', 'POST', '/users/me/status', { away: true }],
  ])(
    'returns the same times as the state after hiding by %s',
    async (_how, method, where, params) => {
      await ping({ ping_only: true });
      const queue = await openQueue(t, other, { event_types: ['presence'], slim_presence: true });
      await ask(method, where, params);
      const timestamp = now() - 201;
      expect(await queue.events()).toMatchObject([{ presence: { website: { timestamp } } }]);
      const { body } = await t.call(other, 'POST', '/register', { event_types: ['presence'] });
      expect(body['presences']).toMatchObject({ [me.email]: { website: { timestamp } } });
    },
  );

  it('sends no event when a user hides it and the organization has turned presence off', async () => {
    await ping({ ping_only: true });
    await setRealm(t, { presence_disabled: true });
    const queue = await openQueue(t, other, { event_types: ['presence'] });
    await ask('POST', '/users/me/status', { away: true });
    expect(await queue.events()).toEqual([]);
    await setRealm(t, {});
  });

  it('isn’t stored if the organization has turned presence off', async () => {
    await theirs();
    await setRealm(t, { presence_disabled: true });
    expect((await ping()).body['presences']).toEqual({});
    expect((await ask('GET', '/realm/presence')).body['presences']).toEqual({});
    expect((await ask('GET', `/users/${other.user_id}/presence`)).status).toBe(400);
    await setRealm(t, {});
    expect((await ask('GET', `/users/${me.user_id}/presence`)).status).toBe(400);
  });
});

it('isn’t shown for users whom the caller can’t see', async () => {
  await t.store.db.delete(presences);
  const guest = await t.addUser({ role: 600 });
  const [near, far] = [await t.addUser(), await t.addUser()];
  await addChannel(t, {}, [guest, near]);
  await setRealm(t, { can_access_all_users_group: await groupId(t, 'role:members') });
  const queue = await openQueue(t, guest, { event_types: ['presence'] });
  for (const person of [near, far]) await t.call(person, 'POST', path, { status: 'active' });
  const { body } = await t.call(guest, 'POST', path, { status: 'idle', last_update_id: -1 });
  expect(Object.keys(body['presences'] as object).map(Number)).toEqual([
    guest.user_id,
    near.user_id,
  ]);
  expect((await queue.events()).map(({ user_id }) => user_id)).toEqual([
    near.user_id,
    guest.user_id,
  ]);
  expect((await t.call(guest, 'GET', `/users/${far.user_id}/presence`)).status).toBe(400);
  await setRealm(t, {});
});
