import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { aPng } from '../../../../../tests/support/pictures';
import { withService } from '../../../../../tests/support/with-service';
import { customEmoji } from '../../service/db/schema/custom-emoji';
import { userStatuses } from '../../service/db/schema/user-status';
import { users } from '../../service/db/schema/users';
import type { AccountWithKey } from '../../service/service';

/** The user status object, and the operations that get and set one. */

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let admin: AccountWithKey;
let gateways: Awaited<ReturnType<typeof openGateways>>;
let adminGateways: typeof gateways;
let party: number;

beforeAll(async () => {
  [me, other, admin] = [await t.addUser(), await t.addUser(), await t.addUser({ role: 200 })];
  gateways = await openGateways(t, me);
  adminGateways = await openGateways(t, admin);
  const form = new FormData();
  form.append('filename', new File([aPng() as BlobPart], 'party.png'));
  await t.call(me, 'POST', '/realm/emoji/party', form);
  party = (await t.store.db.select().from(customEmoji))[0]!.id;
});
beforeEach(async () => {
  await t.store.db.delete(userStatuses);
  await t.store.db.update(users).set({ settings: {} });
});

const custom = () => ({
  emoji_name: 'party',
  emoji_code: String(party),
  reaction_type: 'realm_emoji',
});
const tada = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };
const extra = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' };
const long = '🦉'.repeat(60);

/** Accepted, and returned like this. */
const accepted: readonly [rule: string, given: () => Params, kept: () => Params][] = [
  ['a text', () => ({ status_text: 'At lunch' }), () => ({ status_text: 'At lunch' })],
  ['a text with blanks around it', () => ({ status_text: ' a ' }), () => ({ status_text: 'a' })],
  ['the longest text', () => ({ status_text: long }), () => ({ status_text: long })],
  ['an empty text where there is none', () => ({ status_text: '' }), () => ({})],
  ['an emoji by name', () => ({ emoji_name: 'tada' }), () => tada],
  ['an emoji by name and code', () => ({ emoji_name: 'tada', emoji_code: '1f389' }), () => tada],
  ['an emoji by name, code and type', () => tada, () => tada],
  ['an emoji of the organization, by name', () => ({ emoji_name: 'party' }), custom],
  ['an emoji of the organization, by all', custom, custom],
  ['a built-in extra emoji', () => ({ emoji_name: 'zulip' }), () => extra],
  [
    'text and emoji',
    () => ({ status_text: 'x', emoji_name: 'tada' }),
    () => ({ status_text: 'x', ...tada }),
  ],
  ['an empty emoji where there is none', () => ({ emoji_name: '' }), () => ({})],
];

const refused: readonly [rule: string, given: () => Params][] = [
  ['nothing', () => ({})],
  ['only what is unknown', () => ({ text: 'x' })],
  ['a text that is too long', () => ({ status_text: `${long}🦉` })],
  ['a null byte', () => ({ status_text: 'a\0b' })],
  ['a code without a name', () => ({ emoji_code: '1f389' })],
  ['a type without a name', () => ({ reaction_type: 'unicode_emoji' })],
  ['a code without a name beside a text', () => ({ status_text: 'x', emoji_code: '1f389' })],
  ['an emoji that is unknown', () => ({ emoji_name: 'no_such_emoji' })],
  ['a code of another emoji', () => ({ ...tada, emoji_code: '1f642' })],
  ['a code that is none', () => ({ ...tada, emoji_code: 'x' })],
  ['a type that is none', () => ({ ...tada, reaction_type: 'letter' })],
  ['another type', () => ({ ...tada, reaction_type: 'realm_emoji' })],
];

describe.each(gatewayNames)('a status through the %s', (name) => {
  const ask: Ask = (...call) => gateways[name](...call);
  const asAdmin: Ask = (...call) => adminGateways[name](...call);
  const set = (params: Params) => ask('POST', '/users/me/status', params);
  const setFor = ({ user_id }: AccountWithKey, params: Params, from = asAdmin) =>
    from('POST', `/users/${user_id}/status`, params);
  const read = async (user_id = me.user_id, from = ask) =>
    (await from('GET', `/users/${user_id}/status`)).body['status'];
  const success = { result: 'success', msg: '' };

  it.each(accepted)('accepts %s', async (_rule, given, kept) => {
    expect((await set(given())).body).toEqual(success);
    expect(await read()).toEqual(kept());
    expect((await setFor(other, given())).body).toEqual(success);
    expect(await read(other.user_id)).toEqual(kept());
  });

  it.each(refused)('refuses %s', async (_rule, given) => {
    for (const { status, body } of [await set(given()), await setFor(other, given())]) {
      const { msg, ...fields } = body;
      expect([status, fields]).toEqual([400, { result: 'error', code: 'BAD_REQUEST' }]);
      expect(msg).not.toBe('');
    }
    expect(await read()).toEqual({});
  });

  it('is empty if none is set', async () => {
    const { status, body } = await ask('GET', `/users/${other.user_id}/status`);
    expect([status, body]).toEqual([200, { ...success, status: {} }]);
  });

  it('keeps omitted parts and clears empty ones', async () => {
    await set({ status_text: 'x', ...tada });
    await set({ status_text: 'y' });
    expect(await read()).toEqual({ status_text: 'y', ...tada });
    await set({ emoji_name: '' });
    expect(await read()).toEqual({ status_text: 'y' });
    await set({ emoji_name: 'party', status_text: '' });
    expect(await read()).toEqual(custom());
  });

  it('is away exactly while presence is off', async () => {
    await set({ away: true });
    expect(await read()).toEqual({ away: true });
    const settings = async () =>
      (await ask('POST', '/register', { event_types: ['user_settings'] })).body['user_settings'];
    expect(await settings()).toMatchObject({ presence_enabled: false });
    await ask('PATCH', '/settings', { presence_enabled: true });
    expect(await read()).toEqual({});
    await ask('PATCH', '/settings', { presence_enabled: false });
    expect(await read()).toEqual({ away: true });
    await set({ away: false, status_text: 'back' });
    expect(await read()).toEqual({ status_text: 'back' });
    expect(await settings()).toMatchObject({ presence_enabled: true });
  });

  it.each([999_999, 99_999_999_999])('is refused for the unknown user id %s', async (user_id) => {
    for (const method of ['GET', 'POST']) {
      const { status, body } = await asAdmin(method, `/users/${user_id}/status`, {
        ...(method === 'POST' && { status_text: 'x' }),
      });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
  });

  it.each(['-1', 'nobody', '1.5'])('has no path for the user id %s', async (user_id) => {
    expect((await ask('GET', `/users/${user_id}/status`)).status).toBe(404);
  });

  it('is not available for bots', async () => {
    const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: me.user_id });
    expect((await ask('GET', `/users/${bot.user_id}/status`)).body.code).toBe('BAD_REQUEST');
    expect((await setFor(bot, { status_text: 'x' })).body.code).toBe('BAD_REQUEST');
    const own = await t.call(bot, 'POST', '/users/me/status', { status_text: 'x' });
    expect(own).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it('of another user can be set by administrators', async () => {
    expect((await setFor(other, { status_text: 'x' }, ask)).body).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    });
    expect(await read(other.user_id)).toEqual({});
  });

  it('of another user can’t be away', async () => {
    const { body } = await setFor(other, { status_text: 'x', away: true });
    expect(body['ignored_parameters_unsupported']).toEqual(['away']);
    expect(await read(other.user_id)).toEqual({ status_text: 'x' });
  });

  it('is sent once to everyone who can see the user, with what was given', async () => {
    const queue = await openQueue(t, other, { event_types: ['user_status'] });
    const statusEvent = { type: 'user_status', user_id: me.user_id };
    await set({ status_text: 'x' });
    await set({ status_text: 'x' });
    await set({ emoji_name: 'tada' });
    await set({ emoji_name: '' });
    await set({ emoji_name: '' });
    await set({ away: true });
    expect(await queue.events()).toEqual([
      { ...statusEvent, status_text: 'x' },
      { ...statusEvent, ...tada },
      { ...statusEvent, emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' },
      { ...statusEvent, away: true },
    ]);
  });

  it('is in the first state for everyone who has one', async () => {
    await set({ status_text: 'x', emoji_name: 'tada' });
    await setFor(other, { emoji_name: 'party' });
    await t.call(admin, 'POST', '/users/me/status', { away: true });
    const { body } = await ask('POST', '/register', { event_types: ['user_status'] });
    expect(body['user_status']).toEqual({
      [me.user_id]: { status_text: 'x', ...tada },
      [other.user_id]: custom(),
      [admin.user_id]: { away: true },
    });
  });

  it('is sent to no one who can’t see the user', async () => {
    const guest = await t.addUser({ role: 600 });
    const near = await t.addUser();
    await addChannel(t, {}, [guest, near]);
    await setRealm(t, { can_access_all_users_group: await groupId(t, 'role:members') });
    const queue = await openQueue(t, guest, { event_types: ['user_status'] });
    await set({ status_text: 'hidden' });
    await t.call(near, 'POST', '/users/me/status', { status_text: 'shown' });
    const asGuest = (await openGateways(t, guest))[name];
    expect((await asGuest('GET', `/users/${me.user_id}/status`)).body.code).toBe('BAD_REQUEST');
    expect(await read(near.user_id, asGuest)).toEqual({ status_text: 'shown' });
    const { body } = await asGuest('POST', '/register', { event_types: ['user_status'] });
    expect(Object.keys(body['user_status'] as object)).toEqual([String(near.user_id)]);
    expect((await queue.events()).map(({ user_id }) => user_id)).toEqual([near.user_id]);
    await setRealm(t, {});
  });
});
