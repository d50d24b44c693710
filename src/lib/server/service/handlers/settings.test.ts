import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settingNames, settingsTable } from '$lib/api/settings-table';
import { openQueue, setRealm } from '../../../../../tests/support/channels';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import { hashPassword } from '../passwords';
import type { Account } from '../service';

let t: TestService;
let me: Account;

beforeAll(async () => {
  t = await startTestService();
});
afterAll(() => t.service.close());
beforeEach(async () => {
  me = await t.addUser();
});
afterEach(() => setRealm(t, {}));

const update = (params: Record<string, unknown>, account = me) =>
  t.call(account, 'PATCH', '/settings', params);
async function current(account = me) {
  const { body } = await t.call(account, 'POST', '/register', {
    event_types: [],
    fetch_event_types: ['user_settings'],
  });
  return body['user_settings'] as Record<string, unknown>;
}
const modern = {
  client_capabilities: { notification_settings_null: true, user_settings_object: true },
};

/** A value that the entry takes and that is not its default. */
function otherValue(name: (typeof settingNames)[number]): unknown {
  const { default: value, schema } = settingsTable[name];
  if (name === 'timezone') return 'Europe/Berlin';
  if (name === 'default_language') return 'de';
  if (typeof value === 'boolean') return !value;
  const { options } = schema as { options?: readonly unknown[] };
  return options?.find((option) => option !== value) ?? (value as number) + 1;
}

describe('updateSettings', () => {
  it.each(settingNames)('stores %s, announces it once, and not again', async (name) => {
    const queue = await openQueue(t, me, { event_types: ['user_settings'], ...modern });
    expect((await current())[name]).toBe(settingsTable[name].default);
    const value = otherValue(name);
    for (const _twice of [1, 2]) {
      const { body } = await update({ [name]: value });
      expect(body).toEqual({ result: 'success', msg: '' });
    }
    expect((await current())[name]).toBe(value);
    expect(await queue.events()).toMatchObject([
      { type: 'user_settings', op: 'update', property: name, value },
    ]);
  });

  it.each([
    ['a value outside the list', { color_scheme: 4 }],
    ['a word outside the list', { web_home_view: 'nowhere' }],
    ['a quoted number', { color_scheme: '"2"' }],
    ['a word for a boolean', { enter_sends: 'True' }],
    ['an unknown language', { default_language: 'tlh' }],
    ['a name that every object has', { default_language: 'constructor' }],
    ['an unknown sound', { notification_sound: 'gong' }],
    ['an unknown zone', { timezone: 'Mars/Olympus' }],
    ['an offset for a zone', { timezone: '+02:00' }],
    ['too short a period', { email_notifications_batching_period_seconds: 0 }],
    ['too long a period', { email_notifications_batching_period_seconds: 604_801 }],
    ['a short name', { full_name: 'x' }],
    ['a long name', { full_name: 'x'.repeat(101) }],
    ['a name that would be Markdown', { full_name: 'User *' }],
    ['a name like a mention by id', { full_name: 'User|12' }],
    ['a name with a control character', { full_name: 'Us\u0007er' }],
    ['a name that turns the text around', { full_name: 'User\u202e' }],
    ['no address', { email: 'nowhere' }],
    ['the address of somebody else', { email: 'OLGA@example.org' }],
  ])('refuses %s and changes nothing', async (_what, params) => {
    const reply = await update({ fluid_layout_width: true, ...params });
    expect(reply.status).toBe(400);
    expect(reply.body.code).toBe('BAD_REQUEST');
    expect(await current()).toMatchObject({ fluid_layout_width: false });
  });

  it('says what it does not know', async () => {
    const { body } = await update({ dense_mode: true, enter_sends: true });
    expect(body).toMatchObject({ ignored_parameters_unsupported: ['dense_mode'] });
  });

  it('is for people', async () => {
    const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: me.user_id });
    expect((await update({ enter_sends: true }, bot)).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('tells clients that know no settings object in the old events', async () => {
    const old = await openQueue(t, me, {
      event_types: ['update_display_settings', 'update_global_notifications'],
    });
    const current = await openQueue(t, me, {
      event_types: ['update_display_settings', 'update_global_notifications'],
      ...modern,
    });
    await update({ default_language: 'de', enable_sounds: false, user_list_style: 1 });
    expect(await old.events()).toEqual([
      {
        type: 'update_display_settings',
        user: me.email,
        setting_name: 'default_language',
        setting: 'de',
        language_name: 'Deutsch',
      },
      {
        type: 'update_global_notifications',
        user: me.email,
        notification_name: 'enable_sounds',
        setting: false,
      },
    ]);
    expect(await current.events()).toEqual([]);
  });

  it('tells everybody of a name and a zone', async () => {
    const queue = await openQueue(t, t.owner, { event_types: ['realm_user'] });
    await update({ full_name: '  New Name ', timezone: 'Asia/Kolkata' });
    const person = { user_id: me.user_id };
    const event = { type: 'realm_user', op: 'update' };
    expect(await queue.events()).toEqual([
      { ...event, person: { ...person, full_name: 'New Name' } },
      { ...event, person: { ...person, email: me.email, timezone: 'Asia/Kolkata' } },
    ]);
  });

  it('ignores a new name where names are locked, except from administrators', async () => {
    await setRealm(t, { name_changes_disabled: true });
    expect((await update({ full_name: 'Somebody else' })).body.result).toBe('success');
    const { body } = await t.call(me, 'GET', '/users/me');
    expect(body).toMatchObject({ full_name: me.full_name });
  });

  it('takes names that join letters invisibly, as Persian ones do', async () => {
    const full_name = 'نرگس\u200cسادات';
    expect((await update({ full_name })).status).toBe(200);
    expect((await t.call(me, 'GET', '/users/me')).body).toMatchObject({ full_name });
  });

  it('refuses a taken name only where names must be unique', async () => {
    const twin = await t.addUser({ full_name: 'Alex Example' });
    expect((await update({ full_name: 'Alex Example' })).status).toBe(200);
    await setRealm(t, { require_unique_names: true });
    expect((await update({ full_name: 'ALEX example' }, t.owner)).status).toBe(400);
    expect((await update({ full_name: 'Alex Example II' }, twin)).status).toBe(200);
  });

  it('tells others what they may now see of the address', async () => {
    const mine = await openQueue(t, me, { event_types: ['realm_user'] });
    const owners = await openQueue(t, t.owner, { event_types: ['realm_user'] });
    const peer = await t.addUser();
    const peers = await openQueue(t, peer, { event_types: ['realm_user'] });
    await update({ email_address_visibility: 3 });
    const event = { type: 'realm_user', op: 'update' };
    const renamed = {
      ...event,
      person: { user_id: me.user_id, new_email: `user${me.user_id}@localhost` },
    };
    expect(await mine.events()).toEqual([renamed]);
    expect(await owners.events()).toEqual([renamed]);
    expect(await peers.events()).toEqual([
      renamed,
      { ...event, person: { user_id: me.user_id, delivery_email: null } },
    ]);
  });

  it('changes the password once where two do it at once by the same old one', async () => {
    const person = await t.addUser({ password_hash: await hashPassword('old and long enough') });
    const change = (new_password: string) =>
      update({ old_password: 'old and long enough', new_password }, person);
    const replies = await Promise.all([change('first 1 of both!'), change('second 1 of both!')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('counts wrong old passwords as signing in does', async () => {
    const person = await t.addUser({ password_hash: await hashPassword('old and long enough') });
    const change = (old_password: string) =>
      update({ old_password, new_password: 'a new one, long' }, person);
    for (let i = 0; i < 5; i++) {
      expect((await change(`guess ${i}`)).body).toMatchObject({ msg: 'Wrong password!' });
    }
    const { status, body } = await change('old and long enough');
    expect([status, body.msg]).toEqual([400, expect.stringMatching(/in \d+ seconds/)]);
  });

  it('changes the password by the old one, and refuses a weak one', async () => {
    const person = await t.addUser({ password_hash: await hashPassword('old and long enough') });
    const change = (old_password: string, new_password: string) =>
      update({ old_password, new_password }, person);
    const login = (password: string) =>
      t.call(null, 'POST', '/fetch_api_key', { username: person.email, password });
    const good = 'four words of my own';
    expect((await change('wrong', good)).status).toBe(400);
    expect((await update({ new_password: good }, person)).status).toBe(400);
    for (const weak of ['short', 'aaaaaaaaaaaa', 'password1', 'abcdefgh', '12345678']) {
      expect((await change('old and long enough', weak)).status, weak).toBe(400);
    }
    expect((await login('old and long enough')).status).toBe(200);
    expect((await change('old and long enough', good)).status).toBe(200);
    expect((await login('old and long enough')).status).toBe(401);
    expect((await login(good)).status).toBe(200);
  });
});

it('answers at its older addresses too', async () => {
  for (const path of ['/settings/display', '/settings/notifications']) {
    const { body } = await t.call(me, 'PATCH', path, { enable_sounds: false });
    expect(body).toEqual({ result: 'success', msg: '' });
  }
  expect(await current()).toMatchObject({ enable_sounds: false });
});
