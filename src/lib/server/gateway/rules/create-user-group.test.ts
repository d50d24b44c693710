import { beforeAll, describe, expect, it } from 'vitest';
import type { UserGroup } from '$lib/api/user-groups';
import { groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../../service/service';

/** Every rule of `createUserGroup`, through both gateways. */

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let guest: AccountWithKey;
let gone: AccountWithKey;
let inner: number;
let closed: number;
let gateways: Awaited<ReturnType<typeof openGateways>>;
const roles = new Map<string, number>();
let counter = 0;

beforeAll(async () => {
  [me, other, guest, gone] = [
    await t.addUser(),
    await t.addUser(),
    await t.addUser({ role: 600 }),
    await t.addUser({ is_active: false }),
  ];
  gateways = await openGateways(t, me);
  const made = async (name: string) =>
    (await t.call(t.owner, 'POST', '/user_groups/create', { name, description: '', members: [] }))
      .body['group_id'] as number;
  inner = await made('inner');
  closed = await made('closed');
  await t.call(t.owner, 'POST', `/user_groups/${closed}/deactivate`);
  for (const name of ['internet', 'everyone', 'members', 'owners', 'nobody']) {
    roles.set(name, await groupId(t, `role:${name}`));
  }
});

const role = (name: string) => roles.get(name)!;
const value = (direct_members: number[], direct_subgroups: number[] = []) => ({
  direct_members,
  direct_subgroups,
});
const long = '🐧'.repeat(100);

const settingNames = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const;

/** Evaluated once the organization exists. */
type Made = () => Params;

const accepted: readonly [rule: string, given: Made, kept: Made][] = [
  ['a name with white space around it', () => ({ name: ' fine\n' }), () => ({ name: 'fine' })],
  ['a name of maximum length', () => ({ name: long }), () => ({ name: long })],
  ['a name in JSON as it is', () => ({ name: '"quoted"' }), () => ({ name: '"quoted"' })],
  ['a name that holds a reserved word', () => ({ name: 'my role:x' }), () => ({})],
  ['an empty description', () => ({ description: '' }), () => ({ description: '' })],
  [
    'a description of any text',
    () => ({ description: ' **a**\nb ' }),
    () => ({ description: ' **a**\nb ' }),
  ],
  ['no members', () => ({ members: [] }), () => ({ members: [] })],
  [
    'members without the creator, in any order and twice',
    () => ({ members: [guest.user_id, other.user_id, guest.user_id] }),
    () => ({ members: [other.user_id, guest.user_id] }),
  ],
  ['the creator as a member', () => ({ members: [me.user_id] }), () => ({ members: [me.user_id] })],
  ['no subgroups', () => ({ subgroups: [] }), () => ({ direct_subgroup_ids: [] })],
  ['subgroups left out', () => ({}), () => ({ direct_subgroup_ids: [] })],
  [
    'subgroups that the creator may not manage',
    () => ({ subgroups: [inner] }),
    () => ({ direct_subgroup_ids: [inner] }),
  ],
  [
    'the of a role as a subgroup group',
    () => ({ subgroups: [inner, role('members')] }),
    () => ({ direct_subgroup_ids: [role('members'), inner] }),
  ],
  ...settingNames.flatMap((name): [string, Made, Made][] => [
    [`${name} as an id`, () => ({ [name]: inner }), () => ({ [name]: inner })],
    [`${name} for nobody`, () => ({ [name]: role('nobody') }), () => ({ [name]: role('nobody') })],
    [
      `${name} as people and groups`,
      () => ({ [name]: value([other.user_id, me.user_id], [inner]) }),
      () => ({ [name]: value([me.user_id, other.user_id], [inner]) }),
    ],
    [
      `${name} as one group in a list`,
      () => ({ [name]: value([], [inner]) }),
      () => ({ [name]: inner }),
    ],
  ]),
  [
    'the settings left out, with their defaults',
    () => ({}),
    () => ({
      can_add_members_group: value([me.user_id]),
      can_manage_group: value([me.user_id]),
      can_join_group: role('nobody'),
      can_remove_members_group: role('nobody'),
      can_leave_group: role('everyone'),
      can_mention_group: role('everyone'),
    }),
  ],
];

/** Refused with 400 and these fields in addition to `result` and `msg`. */
const refused: readonly [rule: string, given: Made][] = [
  ['an empty name', () => ({ name: '' })],
  ['a blank name', () => ({ name: ' \n' })],
  ['a name beyond 100 characters', () => ({ name: `${long}x` })],
  ['a null byte in the name', () => ({ name: 'a\0b' })],
  ['a line break in the name', () => ({ name: 'a\nb' })],
  ['a null byte in the description', () => ({ description: 'a\0b' })],
  ...['@', 'role:', 'user:', 'stream:', 'channel:'].map((prefix): [string, Made] => [
    `a name that begins with ${prefix}`,
    () => ({ name: `${prefix}x` }),
  ]),
  ['a name that is taken', () => ({ name: 'inner' })],
  ['a name that is taken in other letters', () => ({ name: 'INNER' })],
  ['the name of a deactivated group', () => ({ name: 'closed' })],
  ['a member who does not exist', () => ({ members: [999_999] })],
  ['one of several members who does not exist', () => ({ members: [other.user_id, 999_999] })],
  ['a member beyond all ids', () => ({ members: [2 ** 40] })],
  ['a negative member', () => ({ members: [-1] })],
  ['a member who has left', () => ({ members: [gone.user_id] })],
  ['members as text', () => ({ members: ['1'] })],
  ['members as a number', () => ({ members: 1 })],
  ['members as comma-separated ids', () => ({ members: '1,2' })],
  ['a subgroup that does not exist', () => ({ subgroups: [999_999] })],
  ['a subgroup beyond all ids', () => ({ subgroups: [2 ** 40] })],
  ['a deactivated subgroup', () => ({ subgroups: [closed] })],
  ['subgroups as an object', () => ({ subgroups: {} })],
  ...settingNames.flatMap((name): [string, Made][] => [
    [`${name} for role:internet`, () => ({ [name]: role('internet') })],
    [`${name} for a missing group`, () => ({ [name]: 999_999 })],
    [`${name} for a deactivated group`, () => ({ [name]: closed })],
    [`${name} for a missing person`, () => ({ [name]: value([999_999]) })],
    [`${name} for a person who has left`, () => ({ [name]: value([gone.user_id]) })],
    [`${name} for a missing group in a list`, () => ({ [name]: value([], [inner, 999_999]) })],
    [`${name} as a name`, () => ({ [name]: 'inner' })],
    [`${name} as an object with something else`, () => ({ [name]: { ...value([]), more: 1 } })],
    [`${name} as a change`, () => ({ [name]: { new: inner } })],
  ]),
  ...(
    [
      'can_add_members_group',
      'can_join_group',
      'can_manage_group',
      'can_remove_members_group',
    ] as const
  ).map((name): [string, Made] => [
    `${name} for role:everyone`,
    () => ({ [name]: role('everyone') }),
  ]),
  ['can_mention_group for role:owners', () => ({ can_mention_group: role('owners') })],
];

describe.each(gatewayNames)('createUserGroup through the %s', (gatewayName) => {
  const ask: Ask = (...call) => gateways[gatewayName](...call);
  const plain = (): Params => ({
    name: `group ${++counter}`,
    description: 'What for',
    members: [me.user_id],
  });
  const create = (params: Params = {}) =>
    ask('POST', '/user_groups/create', { ...plain(), ...params });
  const list = async () => {
    const { body } = await ask('GET', '/user_groups', { include_deactivated_groups: true });
    return body['user_groups'] as UserGroup[];
  };
  /** Renames the group to free its name. */
  const drop = async (id: unknown) => {
    const path = `/user_groups/${String(id)}`;
    expect((await ask('PATCH', path, { name: `gone ${++counter}` })).status).toBe(200);
  };

  it.each(accepted)('accepts %s', async (_rule, given, kept) => {
    const { status, body } = await t.call(t.owner, 'GET', '/user_groups');
    expect(status, body.msg).toBe(200);
    const made = await create(given());
    const { group_id, ...envelope } = made.body;
    expect([made.status, envelope]).toEqual([200, { result: 'success', msg: '' }]);
    const group = (await list()).find(({ id }) => id === group_id);
    expect(group).toMatchObject({
      id: group_id,
      is_system_group: false,
      deactivated: false,
      creator_id: me.user_id,
      date_created: Math.floor(t.clock.now() / 1000),
      ...kept(),
    });
    const path = `/user_groups/${String(group_id)}`;
    const renamed = await t.call(t.owner, 'PATCH', path, { name: `gone ${++counter}` });
    expect(renamed.body.msg).toBe('');
  });

  it.each(refused)('refuses %s', async (_rule, given) => {
    const before = await list();
    const { status, body } = await create(given());
    const { msg, ...fields } = body;
    expect([status, fields]).toEqual([400, { result: 'error', code: 'BAD_REQUEST' }]);
    expect(msg).not.toBe('');
    expect(await list()).toEqual(before);
  });

  it.each(['name', 'description', 'members'])('requires %s', async (var_name) => {
    const { [var_name]: _left, ...rest } = plain();
    const { status, body } = await ask('POST', '/user_groups/create', rest);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name });
  });

  it('lists unknown parameters', async () => {
    const { body } = await create({ colour: 'red' });
    expect(body['ignored_parameters_unsupported']).toEqual(['colour']);
    await drop(body['group_id']);
  });

  it('requires can_create_groups, which guests and bots never have', async () => {
    const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: me.user_id });
    for (const account of [guest, bot]) {
      const through = (await openGateways(t, account))[gatewayName];
      const { status, body } = await through('POST', '/user_groups/create', plain());
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
    await setRealm(t, { can_create_groups: role('owners') });
    const { status, body } = await create();
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    await setRealm(t, {});
  });

  it('sends an event to everyone and a direct message to the members', async () => {
    const types = { event_types: ['user_group', 'message'] };
    const queues = await Promise.all([me, other, guest].map((each) => openQueue(t, each, types)));
    const members = [me.user_id, other.user_id];
    const { body } = await create({ members, subgroups: [inner] });
    const group = (await list()).find(({ id }) => id === body['group_id']);
    expect(group).toMatchObject({ members, direct_subgroup_ids: [inner] });
    const [mine, theirs, guests] = await Promise.all(queues.map((queue) => queue.events()));
    const added = { type: 'user_group', op: 'add', group };
    expect(mine).toEqual([added]);
    expect(guests).toEqual([added]);
    expect(theirs).toMatchObject(
      [
        { type: 'message', message: { sender_full_name: 'Notification Bot', type: 'private' } },
        added,
      ].toReversed(),
    );
    await drop(body['group_id']);
  });
});
