import { beforeAll, describe, expect, it } from 'vitest';
import { addChannel, groupId, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let member: AccountWithKey;
let guest: AccountWithKey;
let gone: AccountWithKey;
let bot: AccountWithKey;

beforeAll(async () => {
  member = await t.addUser();
  guest = await t.addUser({ role: 600 });
  gone = await t.addUser({ is_active: false });
  bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: member.user_id });
});

type Person = Record<string, unknown> & { user_id: number };
const members = async (account: AccountWithKey, params = {}) =>
  (await t.call(account, 'GET', '/users', params)).body['members'] as Person[];

describe('getUsers', () => {
  it('lists people and bots, including deactivated ones, without system bots', async () => {
    const ids = (await members(member)).map(({ user_id }) => user_id);
    expect(ids).toEqual([t.owner, member, guest, gone, bot].map(({ user_id }) => user_id));
  });

  it('leaves out avatars for clients that compute them', async () => {
    const [first] = await members(member);
    expect(first).toMatchObject({ avatar_url: null });
    const [given] = await members(member, { client_gravatar: false });
    expect(given?.['avatar_url']).toMatch(/^https:/);
  });

  it('includes profile data on request', async () => {
    const all = await members(member, { include_custom_profile_fields: true });
    expect(all.find(({ user_id }) => user_id === member.user_id)).toHaveProperty('profile_data');
    expect(all.find(({ user_id }) => user_id === bot.user_id)).not.toHaveProperty('profile_data');
  });

  it('filters by ids and ignores impossible ones', async () => {
    const some = await members(member, { user_ids: [guest.user_id, 999_999, -4, 99_999_999_999] });
    expect(some.map(({ user_id }) => user_id)).toEqual([guest.user_id]);
    expect(await members(member, { user_ids: [] })).toEqual([]);
  });

  it('shows guests only the people they can see, if the organization says so', async () => {
    await setRealm(t, { can_access_all_users_group: await groupId(t, 'role:members') });
    const seen = async () => (await members(guest)).map(({ user_id }) => user_id);
    expect(await seen()).toEqual([guest.user_id, bot.user_id]);
    await addChannel(t, {}, [guest, member]);
    expect(await seen()).toEqual([member.user_id, guest.user_id, bot.user_id]);
    expect((await members(member)).length).toBe(5);
    await setRealm(t, {});
  });
});

describe('getUser and getUserByEmail', () => {
  it('find one user', async () => {
    for (const path of [`/users/${member.user_id}`, `/users/${member.email.toUpperCase()}`]) {
      const { body } = await t.call(guest, 'GET', path);
      expect(body['user']).toMatchObject({ user_id: member.user_id, role: 400 });
    }
  });

  it('answer 400 for an unknown user', async () => {
    for (const path of ['/users/999999', '/users/99999999999', '/users/no@example.org']) {
      expect((await t.call(member, 'GET', path)).status).toBe(400);
    }
  });

  it('keep a hidden address hidden, and find the user by the address standing in for it', async () => {
    const shy = await t.addUser({ settings: { email_address_visibility: 3 } });
    const placeholder = `user${shy.user_id}@localhost`;
    expect((await t.call(member, 'GET', `/users/${shy.email}`)).status).toBe(400);
    const { body } = await t.call(member, 'GET', `/users/${placeholder}`);
    expect(body['user']).toMatchObject({ email: placeholder, delivery_email: null });
    const asOwner = await t.call(t.owner, 'GET', `/users/${shy.email}`);
    expect(asOwner.body['user']).toMatchObject({ delivery_email: shy.email });
  });
});

describe('getOwnUser', () => {
  it('has exactly the documented keys', async () => {
    const { body } = await t.call(member, 'GET', '/users/me');
    expect(Object.keys(body).sort()).toEqual([
      'avatar_url',
      'avatar_version',
      'date_joined',
      'delivery_email',
      'email',
      'full_name',
      'is_active',
      'is_admin',
      'is_bot',
      'is_guest',
      'is_owner',
      'max_message_id',
      'msg',
      'profile_data',
      'result',
      'role',
      'timezone',
      'user_id',
    ]);
    expect(body).toMatchObject({ max_message_id: -1, profile_data: {} });
    expect(body['date_joined']).toBe('2026-01-05T09:00:00+00:00');
  });

  it('returns no profile for bots', async () => {
    const { body } = await t.call(bot, 'GET', '/users/me');
    expect(body).not.toHaveProperty('profile_data');
  });
});
