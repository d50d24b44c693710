import { beforeAll, describe, expect, it } from 'vitest';
import { streamPermissionNames } from '$lib/server/service/permissions/table';
import type { AccountWithKey } from '$lib/server/service/service';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import {
  addChannelWorld,
  type ChannelWorld,
  type RoleName,
} from '../../../../../tests/support/channel-world';
import { addChannel, openQueue, setRealm } from '../../../../../tests/support/channels';
import { startTestService } from '../../../../../tests/support/service';
import { withService } from '../../../../../tests/support/with-service';

/** Every rule of `createChannel`, through both gateways. */

const t = withService({ server: { webPublicStreams: true } });
let world: ChannelWorld;
let me: AccountWithKey;

beforeAll(async () => {
  world = await addChannelWorld(t);
  me = world.people.member;
  await setRealm(t, { enable_spectator_access: true });
});

/** Evaluated once the organization exists. */
type Made = () => Params;
type Case = readonly [rule: string, given: Made, kept: Made, who?: RoleName];

const mine = () => ({ direct_members: [me.user_id], direct_subgroups: [] });
const inFolder = () => ({ folder_id: world.folders.open });
const named = (name: string) => () => ({ can_send_message_group: world.groups[name] });

const accepted: readonly Case[] = [
  ['a name alone', () => ({}), () => ({ description: '', creator_id: me.user_id })],
  ['white space around the name', () => ({ name: '  trimmed ' }), () => ({ name: 'trimmed' })],
  [
    'a name of maximum length',
    () => ({ name: '🐧'.repeat(60) }),
    () => ({ name: '🐧'.repeat(60) }),
  ],
  [
    'a description in Markdown',
    () => ({ description: '*a* <b>' }),
    () => ({ description: '*a* <b>', rendered_description: '<p><em>a</em> &lt;b&gt;</p>' }),
  ],
  [
    'line breaks in the description, as blanks',
    () => ({ description: 'a\nb\r\nc' }),
    () => ({ description: 'a b c' }),
  ],
  [
    'a description of maximum length',
    () => ({ description: 'é'.repeat(1024) }),
    () => ({ description: 'é'.repeat(1024) }),
  ],
  ['nobody to subscribe', () => ({ subscribers: [] }), () => ({ subscriber_count: 0 })],
  [
    'people to subscribe, each once, and not the creator',
    () => ({ subscribers: [world.other.user_id, world.other.user_id] }),
    () => ({ subscriber_count: 1 }),
  ],
  [
    'the creator among those to subscribe',
    () => ({ subscribers: [me.user_id, world.other.user_id] }),
    () => ({ subscriber_count: 2 }),
  ],
  [
    'no kind, as public',
    () => ({}),
    () => ({ invite_only: false, is_web_public: false, history_public_to_subscribers: true }),
  ],
  [
    'invite_only true, with protected history',
    () => ({ invite_only: true }),
    () => ({ invite_only: true, history_public_to_subscribers: false }),
  ],
  [
    'invite_only true with shared history',
    () => ({ invite_only: true, history_public_to_subscribers: true }),
    () => ({ invite_only: true, history_public_to_subscribers: true }),
  ],
  [
    'a public channel with protected history, as shared',
    () => ({ history_public_to_subscribers: false }),
    () => ({ history_public_to_subscribers: true }),
  ],
  [
    'is_web_public true where all three allow it',
    () => ({ is_web_public: true }),
    () => ({ is_web_public: true, invite_only: false, history_public_to_subscribers: true }),
    'owner',
  ],
  [
    'is_default_stream true',
    () => ({ is_default_stream: true }),
    () => ({ is_default: true }),
    'administrator',
  ],
  ['no topics_policy, as "inherit"', () => ({}), () => ({ topics_policy: 'inherit' })],
  ...['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'].flatMap(
    (topics_policy): Case[] => [
      [`topics_policy "${topics_policy}"`, () => ({ topics_policy }), () => ({ topics_policy })],
    ],
  ),
  [
    'topics_policy in JSON',
    () => ({ topics_policy: '"disable_empty_topic"' }),
    () => ({ topics_policy: 'disable_empty_topic' }),
  ],
  ['no folder', () => ({}), () => ({ folder_id: null })],
  ['folder_id null', () => ({ folder_id: null }), () => ({ folder_id: null })],
  ['a folder', inFolder, inFolder],
  ['no retention', () => ({}), () => ({ message_retention_days: null })],
  [
    'message_retention_days as a number',
    () => ({ message_retention_days: 30 }),
    () => ({ message_retention_days: 30 }),
    'owner',
  ],
  [
    'message_retention_days "unlimited"',
    () => ({ message_retention_days: '"unlimited"' }),
    () => ({ message_retention_days: -1 }),
    'owner',
  ],
  [
    'message_retention_days "realm_default", raw',
    () => ({ message_retention_days: 'realm_default' }),
    () => ({ message_retention_days: null }),
  ],
  [
    'defaults of all group settings',
    () => ({}),
    () => ({
      can_add_subscribers_group: world.groups['nobody'],
      can_subscribe_group: world.groups['nobody'],
      can_administer_channel_group: mine(),
      can_send_message_group: world.groups['everyone'],
      can_remove_subscribers_group: world.groups['administrators'],
      can_delete_any_message_group: world.groups['nobody'],
      can_delete_own_message_group: world.groups['nobody'],
      can_move_messages_out_of_channel_group: world.groups['nobody'],
      can_move_messages_within_channel_group: world.groups['nobody'],
      can_resolve_topics_group: world.groups['nobody'],
    }),
  ],
  ...streamPermissionNames
    .filter((name) => !name.includes('delete'))
    .flatMap((name): Case[] => [
      [`${name} as a group`, () => ({ [name]: world.groups['moderators'] }), () => group(name)],
      [`${name} as people and groups`, () => ({ [name]: mine() }), () => ({ [name]: mine() })],
    ]),
  ...['can_delete_any_message_group', 'can_delete_own_message_group'].flatMap((name): Case[] => [
    [
      `${name} as a group`,
      () => ({ [name]: world.groups['moderators'] }),
      () => group(name),
      'moderator',
    ],
    [`${name} as people`, () => ({ [name]: mine() }), () => ({ [name]: mine() }), 'moderator'],
    [
      `${name} as it is by default`,
      () => ({ [name]: world.groups['nobody'] }),
      () => ({ [name]: world.groups['nobody'] }),
    ],
  ]),
  [
    'one group in a list, as its id',
    () => ({
      can_subscribe_group: { direct_members: [], direct_subgroups: [world.groups['moderators']] },
    }),
    () => group('can_subscribe_group'),
  ],
  ...(
    [
      ['everyone', 1],
      ['administrators', 2],
      ['moderators', 4],
      ['nobody', 1],
    ] as const
  ).map(([name, stream_post_policy]): Case => [
    `posting by ${name}, with numeric ids too`,
    named(name),
    () => ({ stream_post_policy, is_announcement_only: stream_post_policy === 2 }),
  ]),
];

function group(name: string): Params {
  return { [name]: world.groups['moderators'] };
}

type Refused = readonly [rule: string, given: Made, code?: string, who?: RoleName];

/** Refused with 400 unless the code is given. */
const refused: readonly Refused[] = [
  ['an empty name', () => ({ name: '' })],
  ['a blank name', () => ({ name: ' \t ' })],
  ['a name beyond max_stream_name_length', () => ({ name: 'é'.repeat(61) })],
  ['a control character in the name', () => ({ name: 'a\u0007b' })],
  ['a null byte in the name', () => ({ name: 'a\0b' })],
  ['a description beyond max_stream_description_length', () => ({ description: 'é'.repeat(1025) })],
  ['a null byte in the description', () => ({ description: 'a\0b' })],
  ['a name that is there', () => ({ name: 'general' }), 'CHANNEL_ALREADY_EXISTS'],
  ['a name that is there in another case', () => ({ name: 'GENeral' }), 'CHANNEL_ALREADY_EXISTS'],
  [
    'the name of an archived channel',
    () => ({ name: world.archivedName }),
    'CHANNEL_ALREADY_EXISTS',
  ],
  ['a subscriber who does not exist', () => ({ subscribers: [999_999] })],
  ['a subscriber beyond all ids', () => ({ subscribers: [2 ** 40] })],
  ['a subscriber who has left', () => ({ subscribers: [world.gone.user_id] })],
  ['one of several who does not exist', () => ({ subscribers: [world.other.user_id, 999_999] })],
  ['subscribers by e-mail', () => ({ subscribers: [world.other.email] })],
  ['subscribers as a number', () => ({ subscribers: world.other.user_id })],
  ['announce as a word', () => ({ announce: 'yes' })],
  ['invite_only in another spelling', () => ({ invite_only: 'True' })],
  [
    'a private default channel',
    () => ({ invite_only: true, is_default_stream: true }),
    undefined,
    'owner',
  ],
  ['a default channel by who is no administrator', () => ({ is_default_stream: true })],
  [
    'a private web-public channel',
    () => ({ invite_only: true, is_web_public: true }),
    undefined,
    'owner',
  ],
  ['is_web_public without the permission', () => ({ is_web_public: true }), undefined, 'moderator'],
  ['a folder that does not exist', () => ({ folder_id: 999_999 })],
  ['a folder beyond all ids', () => ({ folder_id: 2 ** 40 })],
  ['an archived folder', () => ({ folder_id: world.folders.archived })],
  ['a topics_policy that is none', () => ({ topics_policy: 'named' })],
  ['retention by who is no owner', () => retention(30), 'UNAUTHORIZED_PRINCIPAL', 'administrator'],
  ['retention for ever by a member', () => retention('unlimited'), 'UNAUTHORIZED_PRINCIPAL'],
  ['retention of no day', () => retention(0), undefined, 'owner'],
  ['a negative retention', () => retention(-1), undefined, 'owner'],
  ['retention in words', () => retention('a week'), undefined, 'owner'],
  ['retention as a fraction', () => retention('1.0'), undefined, 'owner'],
  ['a group that does not exist', () => ({ can_subscribe_group: 999_999 })],
  ['a person in a setting who does not exist', () => setting({ direct_members: [999_999] })],
  ['a person in a setting who has left', () => setting({ direct_members: [world.gone.user_id] })],
  ['a group in a setting that does not exist', () => setting({ direct_subgroups: [999_999] })],
  ['a setting that lacks a list', () => ({ can_subscribe_group: { direct_members: [] } })],
  ['a setting with more than two lists', () => setting({ people: [] })],
  ['a setting by name', () => ({ can_subscribe_group: 'role:members' })],
  ['the Internet as a setting', () => ({ can_send_message_group: world.groups['internet'] })],
  ['everyone where guests may not', () => ({ can_subscribe_group: world.groups['everyone'] })],
  [
    'can_delete_any_message_group without the permission',
    () => group('can_delete_any_message_group'),
  ],
  [
    'can_delete_own_message_group without the permission',
    () => group('can_delete_own_message_group'),
  ],
  ['a channel by a guest', () => ({}), undefined, 'guest'],
];

function retention(message_retention_days: number | string): Params {
  return { message_retention_days };
}
function setting(part: Params): Params {
  return { can_subscribe_group: { direct_members: [], direct_subgroups: [], ...part } };
}

describe.each(gatewayNames)('createChannel through the %s', (gateway) => {
  const ask = (who: RoleName = 'member'): Ask => world.gateways[who][gateway];
  let counter = 0;
  const create = (params: Params, who?: RoleName) =>
    ask(who)('POST', '/channels/create', {
      name: `${gateway} ${++counter}`,
      subscribers: [],
      ...params,
    });
  const read = async (id: unknown) => {
    const all = { include_all: true, include_default: true };
    const { body } = await ask('owner')('GET', '/streams', all);
    return (body['streams'] as Params[]).find(({ stream_id }) => stream_id === id);
  };
  /** Frees the name for the other gateway. */
  const drop = (id: unknown) =>
    ask('owner')('PATCH', `/streams/${String(id)}`, { new_name: `dropped ${String(id)}` });

  it.each(accepted.map(([rule, given, kept, who = 'member']) => [rule, given, kept, who] as const))(
    'accepts %s',
    async (_rule, given, kept, who) => {
      const { status, body } = await create(given(), who);
      const { id, ...envelope } = body;
      expect([status, envelope]).toEqual([200, { result: 'success', msg: '' }]);
      expect(await read(id)).toMatchObject(kept());
      await drop(id);
    },
  );

  it.each(
    refused.map(
      ([rule, given, code = 'BAD_REQUEST', who = 'member']) => [rule, given, code, who] as const,
    ),
  )('refuses %s', async (_rule, given, code, who) => {
    const { status, body } = await create(given(), who);
    const { msg, ...fields } = body;
    expect(status).toBe(code === 'CHANNEL_ALREADY_EXISTS' ? 409 : 400);
    expect(fields).toEqual({ result: 'error', code });
    expect(msg).not.toBe('');
  });

  it.each(['name', 'subscribers'])('requires %s', async (var_name) => {
    const { [var_name]: _left, ...rest } = { name: 'a', subscribers: [] } as Params;
    const { status, body } = await ask()('POST', '/channels/create', rest);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name });
  });

  it.each([
    ['can_create_public_channel_group', {}],
    ['can_create_private_channel_group', { invite_only: true }],
    ['can_create_web_public_channel_group', { is_web_public: true }],
  ])('requires %s', async (permission, kind) => {
    const settings = (name: string) =>
      setRealm(t, { enable_spectator_access: true, [permission]: world.groups[name] });
    await settings('nobody');
    expect((await create(kind, 'owner')).body).toMatchObject({ code: 'BAD_REQUEST' });
    await settings('moderators');
    expect((await create(kind, 'moderator')).status).toBe(200);
    await settings('administrators');
    expect((await create(kind, 'moderator')).status).toBe(400);
    await setRealm(t, { enable_spectator_access: true });
  });

  it('creates no web-public channel without the realm setting enable_spectator_access', async () => {
    await setRealm(t, {});
    expect((await create({ is_web_public: true }, 'owner')).status).toBe(400);
    await setRealm(t, { enable_spectator_access: true });
  });

  it('requires can_set_topics_policy_group for a policy, but not for "inherit"', async () => {
    await setRealm(t, { can_set_topics_policy_group: world.groups['administrators'] });
    expect((await create({ topics_policy: 'disable_empty_topic' })).status).toBe(400);
    expect((await create({ topics_policy: 'inherit' })).status).toBe(200);
    await setRealm(t, { enable_spectator_access: true });
  });

  it('requires permission to subscribe others', async () => {
    await setRealm(t, { can_add_subscribers_group: world.groups['administrators'] });
    const administered = { can_administer_channel_group: world.groups['nobody'] };
    const both = { ...administered, subscribers: [world.other.user_id] };
    expect((await create(both)).status).toBe(400);
    expect((await create({ ...administered, subscribers: [me.user_id] })).status).toBe(200);
    expect((await create({ ...both, can_add_subscribers_group: mine() })).status).toBe(200);
    await setRealm(t, { enable_spectator_access: true });
  });

  it('announces a public channel only on request', async () => {
    const place = (await addChannel(t, {}, [me])).id;
    const settings = { new_stream_announcements_stream_id: place, enable_spectator_access: true };
    await setRealm(t, settings);
    const hears = await openQueue(t, me, { event_types: ['message'] });
    await create({});
    await create({ announce: false });
    await create({ announce: true, invite_only: true });
    expect(await hears.events()).toEqual([]);
    await create({ announce: true, name: `announced by the ${gateway}` });
    expect(await hears.events()).toMatchObject([
      { message: { stream_id: place, sender_full_name: 'Notification Bot' } },
    ]);
    await setRealm(t, { enable_spectator_access: true });
  });

  it('sends an event for a default channel', async () => {
    const hears = await openQueue(t, me, { event_types: ['default_streams'] });
    const { body } = await create({ is_default_stream: true }, 'owner');
    const [event] = await hears.events();
    expect(event!['default_streams']).toContain(body['id']);
  });

  it('lists unknown parameters', async () => {
    const { body } = await create({ color: '#fff', stream_post_policy: 1 });
    expect(body['ignored_parameters_unsupported']).toEqual(['color', 'stream_post_policy']);
  });
});

it('creates no web-public channel if the server forbids it', async () => {
  const strict = await startTestService();
  await setRealm(strict, { enable_spectator_access: true });
  const params = { name: 'web', subscribers: [], is_web_public: true };
  for (const ask of Object.values(await openGateways(strict, strict.owner))) {
    const { status, body } = await ask('POST', '/channels/create', params);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  }
  await strict.service.close();
});
