import { beforeAll, describe, expect, it } from 'vitest';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type GatewayName,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../../service/service';

/** Every rule of `createCustomProfileField`, through both gateways. */

const t = withService();
let gateways: Record<GatewayName, Ask>;
let admin: AccountWithKey;
let others: Record<string, Record<GatewayName, Ask>>;

beforeAll(async () => {
  admin = await t.addUser({ role: 200 });
  gateways = await openGateways(t, admin);
  others = {
    'a moderator': await openGateways(t, await t.addUser({ role: 300 })),
    'a member': await openGateways(t, await t.addUser()),
    'a guest': await openGateways(t, await t.addUser({ role: 600 })),
  };
});

const choices = {
  a: { text: 'Early', order: '1' },
  b: { text: 'Late', order: '2' },
};
const plain = { name: 'Team', field_type: 1 };
const custom = (url_pattern?: unknown, more: Params = {}): Params => ({
  field_type: 7,
  field_data: { subtype: 'custom', ...(url_pattern !== undefined && { url_pattern }), ...more },
});
const select = (field_data: unknown): Params => ({ field_type: 3, field_data });
const site = 'https://example.org/%(username)s';

/** Parameters in addition to a name and type 1, and what is stored. */
const accepted: readonly [rule: string, given: Params, kept: Params][] = [
  ['a name of maximum length', { name: '𝒂'.repeat(40) }, { name: '𝒂'.repeat(40) }],
  ['white space around the name', { name: '  Team ' }, { name: 'Team' }],
  ['a name in quotes', { name: '"Team"' }, { name: '"Team"' }],
  ['no hint', {}, { hint: '' }],
  ['a hint of the greatest length', { hint: 'h'.repeat(80) }, { hint: 'h'.repeat(80) }],
  ['white space around the hint', { hint: ' Which? ' }, { hint: 'Which?' }],
  ['short text', { field_type: 1 }, { type: 1, field_data: '' }],
  ['long text', { field_type: 2 }, { type: 2, field_data: '' }],
  ['a list of options', select(choices), { type: 3, field_data: JSON.stringify(choices) }],
  [
    'a choice of any key',
    select({ 'a key': choices.a }),
    { field_data: JSON.stringify({ 'a key': choices.a }) },
  ],
  ['a date', { field_type: 4 }, { type: 4, field_data: '' }],
  ['a link', { field_type: 5 }, { type: 5, field_data: '' }],
  ['people', { field_type: 6 }, { type: 6, field_data: '' }],
  [
    'an external account of a site of one’s own',
    custom(site),
    { type: 7, field_data: JSON.stringify({ subtype: 'custom', url_pattern: site }) },
  ],
  [
    'a default external account, named by the server',
    { field_type: 7, field_data: { subtype: 'github' }, name: 'Forge', hint: 'Yours' },
    { type: 7, name: 'GitHub username', hint: '', field_data: '{"subtype":"github"}' },
  ],
  [
    'a default external account without a name',
    { field_type: 7, field_data: { subtype: 'twitter' }, name: '' },
    { type: 7, name: 'X (Twitter) username', field_data: '{"subtype":"twitter"}' },
  ],
  ['pronouns', { field_type: 8 }, { type: 8, field_data: '' }],
  ['data of a type that has none, unread', { field_data: { a: 'b' } }, { field_data: '' }],
  [
    'objects of texts for a type that has no data',
    { field_data: { a: { b: 'c' } } },
    { field_data: '' },
  ],
  [
    'display_in_profile_summary',
    { display_in_profile_summary: true },
    { display_in_profile_summary: true },
  ],
  ['required', { required: true }, { required: true }],
  ['required false where it is not said', {}, { required: false }],
  ['editable_by_user', { editable_by_user: false }, { editable_by_user: false }],
  ['editable_by_user true where it is not said', {}, { editable_by_user: true }],
];

const refused: readonly [rule: string, given: Params][] = [
  ['no name', { name: undefined }],
  ['an empty name', { name: '' }],
  ['a blank name', { name: ' \n' }],
  ['a name of 41 characters', { name: '𝒂'.repeat(41) }],
  ['a null byte in the name', { name: 'a\0b' }],
  ['a hint of 81 characters', { hint: 'h'.repeat(81) }],
  ['a type that is none', { field_type: 9 }],
  ['type 0', { field_type: 0 }],
  ['a type as text', { field_type: '"1"' }],
  ['a type in words', { field_type: 'short_text' }],
  ['data that is no object', { field_data: 'x' }],
  ['data that is a list', { field_data: ['x'] }],
  ['data of numbers', { field_data: { a: 1 } }],
  ['a list of options without data', { field_type: 3 }],
  ['a list of no options', select({})],
  ['a choice that is a text', select({ a: 'Early' })],
  ['a choice without a text', select({ a: { order: '1' } })],
  ['a choice without an order', select({ a: { text: 'Early' } })],
  ['a choice with a blank text', select({ a: { text: ' ', order: '1' } })],
  ['a choice with a blank order', select({ a: { text: 'Early', order: '' } })],
  ['a choice whose order is a number', select({ a: { text: 'Early', order: 1 } })],
  ['a choice with more', select({ a: { ...choices.a, colour: 'red' } })],
  ['two choices of one text', select({ a: choices.a, b: { ...choices.b, text: 'Early' } })],
  ['an external account without data', { field_type: 7 }],
  ['an external account of an unknown site', { field_type: 7, field_data: { subtype: 'nowhere' } }],
  ['an external account without a pattern', custom()],
  ['a pattern without the name', custom('https://example.org/')],
  ['a pattern with two names', custom(`${site}/%(username)s`)],
  ['a pattern that is no address', custom('%(username)s')],
  ['a pattern that runs a script', custom('javascript:alert(%(username)s)')],
  ['an external account with more', custom(site, { colour: 'red' })],
  ['no site and no name', { field_type: 7, name: '' }],
  ['long text in the summary', { field_type: 2, display_in_profile_summary: true }],
  ['people in the summary', { field_type: 6, display_in_profile_summary: true }],
  ['display_in_profile_summary as a number', { display_in_profile_summary: 1 }],
  ['required in another spelling', { required: 'True' }],
  ['editable_by_user as text', { editable_by_user: '"no"' }],
];

describe.each(gatewayNames)('createCustomProfileField through the %s', (gateway) => {
  const ask: Ask = (...call) => gateways[gateway](...call);
  const create = (params: Params) => {
    const given = Object.entries({ ...plain, ...params }).filter(
      ([, value]) => value !== undefined,
    );
    return ask('POST', '/realm/profile_fields', Object.fromEntries(given));
  };
  const list = async (by = ask) =>
    (await by('GET', '/realm/profile_fields')).body['custom_fields'] as Params[];
  const drop = async (id: unknown) =>
    expect((await ask('DELETE', `/realm/profile_fields/${String(id)}`)).status).toBe(200);

  it.each(accepted)('accepts %s', async (_rule, given, kept) => {
    const { status, body } = await create(given);
    const { id, ...envelope } = body;
    expect([status, envelope]).toEqual([200, { result: 'success', msg: '' }]);
    expect(await list()).toMatchObject([{ id, order: id, ...kept }]);
    await drop(id);
  });

  it.each(refused)('refuses %s', async (_rule, given) => {
    const { status, body } = await create(given);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await list()).toEqual([]);
  });

  it('requires field_type', async () => {
    const { status, body } = await ask('POST', '/realm/profile_fields', { name: 'Team' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'field_type' });
  });

  it.each(['a moderator', 'a member', 'a guest'])('is refused to %s', async (who) => {
    const { status, body } = await others[who]![gateway]('POST', '/realm/profile_fields', plain);
    expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    expect(await list()).toEqual([]);
  });

  it('accepts a name and an external account type only once', async () => {
    const first = await create({});
    const account = { name: '', field_type: 7, field_data: { subtype: 'github' } };
    const second = await create(account);
    for (const params of [{ name: ' Team ', field_type: 2 }, account]) {
      expect((await create(params)).body.code).toBe('BAD_REQUEST');
    }
    const other = await create({ name: 'team' });
    expect(other.body.code).toBeUndefined();
    for (const { body } of [first, second, other]) await drop(body['id']);
  });

  it('allows at most two fields in the summary', async () => {
    const shown = { display_in_profile_summary: true };
    const ids = [];
    for (const name of ['one', 'two']) ids.push((await create({ ...shown, name })).body['id']);
    expect((await create({ ...shown, name: 'three' })).body.code).toBe('BAD_REQUEST');
    ids.push((await create({ name: 'three' })).body['id']);
    expect((await list()).map((field) => field['display_in_profile_summary'])).toEqual([
      true,
      true,
      undefined,
    ]);
    for (const id of ids) await drop(id);
  });

  it('adds a field at the end and sends everyone the whole list', async () => {
    const member = await openQueue(t, t.owner, { event_types: ['custom_profile_fields'] });
    const first = await create({ name: 'first' });
    const second = await create({ name: 'second' });
    const fields = await list(others['a guest']![gateway]);
    expect(fields.map(({ id }) => id)).toEqual([first.body['id'], second.body['id']]);
    const events = await member.events();
    expect(events).toEqual([
      { type: 'custom_profile_fields', fields: fields.slice(0, 1) },
      { type: 'custom_profile_fields', fields },
    ]);
    for (const { body } of [first, second]) await drop(body['id']);
  });

  it('restricts a field that people can’t edit to administrators', async () => {
    const { body } = await create({ editable_by_user: false });
    const data = [{ id: body['id'], value: 'Sails' }];
    const member = others['a member']![gateway];
    const refusal = await member('PATCH', '/users/me/profile_data', { data });
    expect([refusal.status, refusal.body.code]).toEqual([400, 'BAD_REQUEST']);
    const { user_id } = (await member('GET', '/users/me')).body;
    const path = `/users/${String(user_id)}`;
    expect((await ask('PATCH', path, { profile_data: data })).status).toBe(200);
    expect((await member('GET', '/users/me')).body['profile_data']).toEqual({
      [String(body['id'])]: { value: 'Sails', rendered_value: '<p>Sails</p>' },
    });
    await drop(body['id']);
    expect((await member('GET', '/users/me')).body['profile_data']).toEqual({});
  });
});
