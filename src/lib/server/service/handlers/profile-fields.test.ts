import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let gone: AccountWithKey;
let bot: AccountWithKey;

beforeAll(async () => {
  gone = await t.addUser({ is_active: false });
  bot = await t.addUser({ is_bot: true, bot_type: 1 });
});
beforeEach(async () => {
  me = await t.addUser();
});

type Fields = Record<string, unknown> & { id: number };
const path = '/realm/profile_fields';
const listFields = async () =>
  (await t.call(t.owner, 'GET', path)).body['custom_fields'] as Fields[];
let counter = 0;
const add = async (params: Record<string, unknown>) => {
  const given = { name: `Field ${++counter}`, ...params };
  const { body } = await t.call(t.owner, 'POST', path, given);
  expect(body.msg).toBe('');
  return body['id'] as number;
};
const update = (id: number, params: Record<string, unknown>) =>
  t.call(t.owner, 'PATCH', `${path}/${id}`, params);
const set = (id: number, value: unknown, by = me) =>
  t.call(by, 'PATCH', '/users/me/profile_data', { data: [{ id, value }] });
const profile = async (of = me) =>
  (await t.call(of, 'GET', '/users/me')).body['profile_data'] as Record<string, unknown>;
const bad = { status: 400, body: { code: 'BAD_REQUEST' } };

describe('fields', () => {
  it('are put in an order that lists all of them', async () => {
    const [a, b] = [await add({ field_type: 1 }), await add({ field_type: 2 })];
    const before = (await listFields()).map(({ id }) => id);
    const order = [b, ...before.filter((id) => id !== b)];
    for (const wrong of [[], [b], [...order, b], [...order.slice(1), 999_999]]) {
      expect(await t.call(t.owner, 'PATCH', path, { order: wrong })).toMatchObject(bad);
    }
    const queue = await openQueue(t, me);
    expect((await t.call(t.owner, 'PATCH', path, { order })).status).toBe(200);
    expect((await listFields()).map(({ id }) => id)).toEqual(order);
    expect(await queue.events()).toMatchObject([{ type: 'custom_profile_fields' }]);
    await t.call(t.owner, 'PATCH', path, { order });
    expect(await queue.events()).toHaveLength(1);
    const last = await add({ field_type: 1 });
    expect((await listFields()).at(-1)).toMatchObject({ id: last, order: last });
    expect(order).toContain(a);
  });

  it('keep what an edit doesn’t include, and their type', async () => {
    const id = await add({
      field_type: 1,
      hint: 'Which?',
      required: true,
      editable_by_user: false,
    });
    const before = (await listFields()).find((field) => field.id === id);
    expect((await update(id, { name: 'Crew', field_type: 2 })).status).toBe(200);
    const after = (await listFields()).find((field) => field.id === id);
    expect(after).toEqual({ ...before, name: 'Crew' });
    const queue = await openQueue(t, me);
    await update(id, { name: 'Crew' });
    expect(await queue.events()).toEqual([]);
    for (const wrong of [{ name: '' }, { hint: 'h'.repeat(81) }]) {
      expect(await update(id, wrong)).toMatchObject(bad);
    }
    expect(await update(999_999, { name: 'Nowhere' })).toMatchObject(bad);
    expect(await t.call(me, 'PATCH', `${path}/${id}`, { name: 'Mine' })).toMatchObject({
      body: { code: 'UNAUTHORIZED_PRINCIPAL' },
    });
  });

  it('of a known site keep its name, hint and site', async () => {
    const id = await add({ field_type: 7, field_data: { subtype: 'github' } });
    const site = { subtype: 'custom', url_pattern: 'https://example.org/%(username)s' };
    for (const wrong of [{ name: 'Forge' }, { hint: 'Yours' }, { field_data: site }]) {
      expect(await update(id, wrong)).toMatchObject(bad);
    }
    expect((await update(id, { required: true, name: 'GitHub username' })).status).toBe(200);
    const other = await add({ field_type: 7, field_data: site });
    expect(await update(other, { field_data: { subtype: 'twitter' } })).toMatchObject(bad);
  });

  it('lose the values of a removed option, and all values when deleted', async () => {
    const a = { text: 'Early', order: '1' };
    const b = { text: 'Late', order: '2' };
    const id = await add({ field_type: 3, field_data: { a, b } });
    await set(id, 'a');
    await set(id, 'b', t.owner);
    await update(id, { field_data: { a: { ...a, text: 'First' } } });
    expect([await profile(), await profile(t.owner)]).toMatchObject([{ [id]: { value: 'a' } }, {}]);
    expect(await t.call(t.owner, 'DELETE', `${path}/${id}`)).toMatchObject({ status: 200 });
    expect(await profile()).toEqual({});
    expect(await t.call(t.owner, 'DELETE', `${path}/${id}`)).toMatchObject(bad);
  });

  it('are included in the register reply', async () => {
    const { body } = await t.call(me, 'POST', '/register', {
      fetch_event_types: ['custom_profile_fields'],
    });
    expect(body['custom_profile_fields']).toEqual(await listFields());
    expect(body['custom_profile_field_types']).toMatchObject({ PRONOUNS: { id: 8 } });
  });
});

describe('values', () => {
  const site = { subtype: 'custom', url_pattern: 'https://example.org/%(username)s' };
  const choice = { '7': { text: 'Early', order: '1' } };
  const kinds: readonly [
    what: string,
    field: Record<string, unknown>,
    good: unknown[],
    wrong: unknown[],
  ][] = [
    ['short text', { field_type: 1 }, ['x', 'é'.repeat(50)], ['x'.repeat(51), [1], 'a\0b']],
    ['long text', { field_type: 2 }, ['x\ny', '𝒂'.repeat(500)], ['x'.repeat(501)]],
    ['a choice', { field_type: 3, field_data: choice }, ['7'], ['8', 'Early', [7]]],
    [
      'a date',
      { field_type: 4 },
      ['2024-02-29', '0999-12-31'],
      ['2023-02-29', '2024-2-9', '29.02.2024', 'today', '2024-02-29T00:00:00Z'],
    ],
    [
      'a link',
      { field_type: 5 },
      ['https://example.org/a?b#c', 'http://localhost:1'],
      ['example.org', 'javascript:alert(1)', 'https://', 'https://a b', 'https://u:p@example.org'],
    ],
    ['an account', { field_type: 7, field_data: site }, ['olga'], ['x'.repeat(51)]],
    ['pronouns', { field_type: 8 }, ['they/them'], ['x'.repeat(51)]],
  ];

  it.each(kinds)('of type %s are validated', async (_what, field, good, wrong) => {
    const id = await add(field);
    for (const value of wrong) expect(await set(id, value), String(value)).toMatchObject(bad);
    expect(await profile()).toEqual({});
    for (const value of good) {
      expect((await set(id, value)).status, String(value)).toBe(200);
      expect(await profile()).toMatchObject({ [id]: { value } });
    }
  });

  it('of type user are active people, not bots, as a JSON list', async () => {
    const id = await add({ field_type: 6 });
    for (const value of [[gone.user_id], [bot.user_id], [999_999], [2 ** 40], 'olga', '{"a":1}']) {
      expect(await set(id, value), String(value)).toMatchObject(bad);
    }
    const { user_id } = t.owner;
    await set(id, [user_id, me.user_id, user_id]);
    expect(await profile()).toEqual({ [id]: { value: `[${user_id},${me.user_id}]` } });
    await set(id, `[${user_id}]`);
    expect(await profile()).toEqual({ [id]: { value: `[${user_id}]` } });
    await set(id, []);
    expect(await profile()).toEqual({});
  });

  it('are announced, rendered if they are texts, to those who can see the user', async () => {
    const text = await add({ field_type: 1 });
    const date = await add({ field_type: 4 });
    const queue = await openQueue(t, t.owner, { event_types: ['realm_user'] });
    const data = [
      { id: text, value: ' *Sails* ' },
      { id: date, value: '2024-02-29' },
    ];
    const change = () => t.call(me, 'PATCH', '/users/me/profile_data', { data });
    expect([(await change()).status, (await change()).status]).toEqual([200, 200]);
    await t.call(me, 'DELETE', '/users/me/profile_data', { data: [date] });
    await set(text, '');
    const people = (await queue.events()).map(({ person }) => person);
    const rendered_value = '<p><em>Sails</em></p>';
    expect(people).toEqual(
      [
        { id: text, value: '*Sails*', rendered_value },
        { id: date, value: '2024-02-29' },
        { id: date, value: null },
        { id: text, value: null },
      ].map((custom_profile_field) => ({ user_id: me.user_id, custom_profile_field })),
    );
    expect(await profile()).toEqual({});
  });

  it('are saved all or not at all', async () => {
    const id = await add({ field_type: 1 });
    const data = [
      { id, value: 'Sails' },
      { id: 999_999, value: 'x' },
    ];
    expect(await t.call(me, 'PATCH', '/users/me/profile_data', { data })).toMatchObject(bad);
    const removal = { data: [id, 999_999] };
    expect(await t.call(me, 'DELETE', '/users/me/profile_data', removal)).toMatchObject(bad);
    expect(await profile()).toEqual({});
  });

  it('are included in users on request, and in the register reply', async () => {
    const id = await add({ field_type: 1 });
    await set(id, 'Sails');
    const profile_data = { [id]: { value: 'Sails', rendered_value: '<p>Sails</p>' } };
    const params = { include_custom_profile_fields: true };
    const { body } = await t.call(t.owner, 'GET', `/users/${me.user_id}`, params);
    expect(body['user']).toMatchObject({ profile_data });
    const members = await t.call(t.owner, 'GET', '/users', { ...params, user_ids: [me.user_id] });
    expect(members.body['members']).toMatchObject([{ profile_data }]);
    const plain = await t.call(t.owner, 'GET', `/users/${me.user_id}`);
    expect(plain.body['user']).not.toHaveProperty('profile_data');
    const state = await t.call(t.owner, 'POST', '/register', { fetch_event_types: ['realm_user'] });
    const people = state.body['realm_users'] as { user_id: number }[];
    expect(people.find(({ user_id }) => user_id === me.user_id)).toMatchObject({ profile_data });
  });

  it('don’t exist for bots', async () => {
    const id = await add({ field_type: 1 });
    expect(await set(id, 'x', bot)).toMatchObject(bad);
    const data = { profile_data: [{ id, value: 'x' }] };
    expect(await t.call(t.owner, 'PATCH', `/users/${bot.user_id}`, data)).toMatchObject(bad);
  });
});
