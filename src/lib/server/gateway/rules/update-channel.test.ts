import { beforeAll, describe, expect, it } from 'vitest';
import { streamPermissionNames } from '$lib/server/service/permissions/table';
import { gatewayNames, type Ask, type Params } from '../../../../../tests/support/both-gateways';
import {
  addChannelWorld,
  type ChannelWorld,
  type RoleName,
} from '../../../../../tests/support/channel-world';
import { addChannel, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';

/** Changes to an existing channel, rule by rule, through both gateways. */

const t = withService({ server: { webPublicStreams: true } });
let world: ChannelWorld;
const spectators = { enable_spectator_access: true };

beforeAll(async () => {
  world = await addChannelWorld(t);
  await setRealm(t, spectators);
});

type Made = () => Params;
type Values = Parameters<typeof addChannel>[1];
type Accepted = readonly [rule: string, old: Values, given: Made, kept: Made, who?: RoleName];
type Refused = readonly [rule: string, old: Values, given: Made, code?: string, who?: RoleName];

const hidden: Values = { invite_only: true, history_public_to_subscribers: false };
const mine = () => ({ direct_members: [world.people.member.user_id], direct_subgroups: [] });

const accepted: readonly Accepted[] = [
  ['a name', {}, () => ({ new_name: ' renamed ' }), () => ({ name: 'renamed' })],
  [
    'another case of the same name',
    { name: 'quiet' },
    () => ({ new_name: 'QUIET' }),
    () => ({ name: 'QUIET' }),
  ],
  [
    'a description',
    {},
    () => ({ description: '*a*\nb' }),
    () => ({ description: '*a* b', rendered_description: '<p><em>a</em> b</p>' }),
  ],
  [
    'no description',
    { description: 'x' },
    () => ({ description: '' }),
    () => ({ description: '' }),
  ],
  [
    'is_private true, with protected history',
    {},
    () => ({ is_private: true }),
    () => ({ invite_only: true, history_public_to_subscribers: false }),
  ],
  [
    'is_private true with shared history',
    {},
    () => ({ is_private: true, history_public_to_subscribers: true }),
    () => ({ invite_only: true, history_public_to_subscribers: true }),
  ],
  [
    'is_private false, with shared history',
    hidden,
    () => ({ is_private: false }),
    () => ({ invite_only: false, history_public_to_subscribers: true }),
  ],
  [
    'shared history of a private channel',
    hidden,
    () => ({ history_public_to_subscribers: true }),
    () => ({ invite_only: true, history_public_to_subscribers: true }),
  ],
  [
    'protected history of a public channel, which stays shared',
    {},
    () => ({ history_public_to_subscribers: false }),
    () => ({ invite_only: false, history_public_to_subscribers: true }),
  ],
  [
    'is_web_public true',
    {},
    () => ({ is_web_public: true }),
    () => ({ is_web_public: true, invite_only: false }),
    'owner',
  ],
  [
    'is_private true, which ends web-public',
    { is_web_public: true },
    () => ({ is_private: true }),
    () => ({ is_web_public: false, invite_only: true }),
  ],
  [
    'is_default_stream',
    {},
    () => ({ is_default_stream: true }),
    () => ({ is_default: true }),
    'administrator',
  ],
  [
    'is_private and no longer a default channel, in one request',
    { is_default: true },
    () => ({ is_private: true, is_default_stream: false }),
    () => ({ is_default: false, invite_only: true }),
    'administrator',
  ],
  ['retention', {}, () => retention(7), () => ({ message_retention_days: 7 }), 'owner'],
  [
    'retention forever',
    {},
    () => retention('"unlimited"'),
    () => ({ message_retention_days: -1 }),
    'owner',
  ],
  [
    'retention as everywhere',
    { message_retention_days: 7 },
    () => retention('"realm_default"'),
    () => ({ message_retention_days: null }),
    'owner',
  ],
  ['a folder', {}, () => ({ folder_id: world.folders.open }), () => inFolder(world.folders.open)],
  ['no folder', {}, () => ({ folder_id: null }), () => inFolder(null)],
  ...['allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'].map(
    (topics_policy): Accepted => [
      `topics_policy "${topics_policy}"`,
      {},
      () => ({ topics_policy }),
      () => ({ topics_policy }),
    ],
  ),
  [
    'topics_policy "inherit"',
    { topics_policy: 'empty_topic_only' },
    () => ({ topics_policy: 'inherit' }),
    () => ({ topics_policy: 'inherit' }),
  ],
  ...streamPermissionNames.flatMap((name): Accepted[] => [
    [
      `${name} as a group`,
      {},
      () => ({ [name]: { new: world.groups['moderators'] } }),
      () => ({ [name]: world.groups['moderators'] }),
      'administrator',
    ],
    [
      `${name} as people, where it is what the caller thinks`,
      { settings: { [name]: { direct_members: [1], direct_subgroups: [] } } },
      () => ({
        [name]: { new: mine(), old: { direct_members: [1], direct_subgroups: [] } },
      }),
      () => ({ [name]: mine() }),
      'administrator',
    ],
  ]),
  ['nothing', {}, () => ({}), () => ({})],
];

function retention(message_retention_days: number | string): Params {
  return { message_retention_days };
}
function inFolder(folder_id: number | null): Params {
  return { folder_id };
}

const unauthorized = 'UNAUTHORIZED_PRINCIPAL';

const refused: readonly Refused[] = [
  ['the name that it has', { name: 'just so' }, () => ({ new_name: 'just so' })],
  ['the name of another', {}, () => ({ new_name: 'GENERAL' })],
  ['the name of an archived one', {}, () => ({ new_name: world.archivedName })],
  ['an empty name', {}, () => ({ new_name: ' ' })],
  ['a name that is too long', {}, () => ({ new_name: 'x'.repeat(61) })],
  ['a name that cannot be seen', {}, () => ({ new_name: 'a\u0007' })],
  ['a description that is too long', {}, () => ({ description: 'x'.repeat(1025) })],
  [
    'private and web-public',
    {},
    () => ({ is_private: true, is_web_public: true }),
    undefined,
    'owner',
  ],
  [
    'web-public without the permission',
    {},
    () => ({ is_web_public: true }),
    undefined,
    'moderator',
  ],
  ['a default channel that becomes private', { is_default: true }, () => ({ is_private: true })],
  ['a private channel as a default', hidden, () => defaulted(true), undefined, 'owner'],
  ['a default by who is no administrator', {}, () => defaulted(true)],
  ['no default any more by who is no administrator', { is_default: true }, () => defaulted(false)],
  ['retention by an administrator', {}, () => retention(7), unauthorized, 'administrator'],
  ['retention as everywhere by a member', {}, () => retention('"realm_default"'), unauthorized],
  ['retention of no day', {}, () => retention(0), undefined, 'owner'],
  ['archiving', {}, () => ({ is_archived: true })],
  ['the end of archiving where it is not archived', {}, () => ({ is_archived: false })],
  ['a folder that does not exist', {}, () => inFolder(999_999)],
  ['an archived folder', {}, () => inFolder(world.folders.archived)],
  ['a topics_policy that is none', {}, () => ({ topics_policy: 'named' })],
  ['a group without "new"', {}, () => ({ can_subscribe_group: world.groups['nobody'] })],
  ['a group that is not allowed', {}, () => changed(world.groups['everyone'])],
  ['a group that does not exist', {}, () => changed(999_999)],
  ['more than two values', {}, () => ({ can_subscribe_group: { new: mine(), other: 1 } })],
  [
    'a value that is not what the caller thinks',
    {},
    () => changed(mine(), world.groups['moderators']),
    'EXPECTATION_MISMATCH',
  ],
  [
    'permissions of deletion without the right to give them',
    {},
    () => ({ can_delete_any_message_group: { new: mine() } }),
  ],
  ['privacy of a channel that one cannot read', hidden, () => open(), undefined, 'administrator'],
  [
    'permissions of a channel that one cannot read',
    hidden,
    () => changed(world.groups['administrators']),
    undefined,
    'administrator',
  ],
];

function defaulted(is_default_stream: boolean): Params {
  return { is_default_stream };
}
function changed(value: unknown, old?: unknown): Params {
  return { can_subscribe_group: { new: value, ...(old !== undefined && { old }) } };
}
function open(): Params {
  return { is_private: false };
}

describe.each(gatewayNames)('updateStream through the %s', (gateway) => {
  const ask = (who: RoleName): Ask => world.gateways[who][gateway];
  const read = async (id: number) => {
    const all = { include_all: true, include_default: true, exclude_archived: false };
    const { body } = await ask('owner')('GET', '/streams', all);
    return (body['streams'] as Params[]).find(({ stream_id }) => stream_id === id);
  };
  /** The member is subscribed and is its creator. */
  const make = async (values: Values) => {
    const { people } = world;
    const creator_id = people.member.user_id;
    return (await addChannel(t, { creator_id, ...values }, [people.member])).id;
  };
  const drop = (id: number) =>
    ask('owner')('PATCH', `/streams/${id}`, { new_name: `dropped ${id}` });

  it.each(
    accepted.map(
      ([rule, old, given, kept, who = 'member']) => [rule, old, given, kept, who] as const,
    ),
  )('accepts %s', async (_rule, old, given, kept, who) => {
    const id = await make(old);
    const { status, body } = await ask(who)('PATCH', `/streams/${id}`, given());
    expect([status, body]).toEqual([200, { result: 'success', msg: '' }]);
    expect(await read(id)).toMatchObject(kept());
    await drop(id);
  });

  it.each(
    refused.map(
      ([rule, old, given, code = 'BAD_REQUEST', who = 'member']) =>
        [rule, old, given, code, who] as const,
    ),
  )('refuses %s', async (_rule, old, given, code, who) => {
    const id = await make(old);
    const before = await read(id);
    const { status, body } = await ask(who)('PATCH', `/streams/${id}`, given());
    expect([status, body.result, body.code]).toEqual([400, 'error', code]);
    expect(await read(id)).toEqual(before);
    await drop(id);
  });

  it('requires an administrator or someone in can_administer_channel_group', async () => {
    const { member, moderator, guest } = world.people;
    const direct_members = [moderator.user_id, guest.user_id];
    const settings = { can_administer_channel_group: { direct_members, direct_subgroups: [] } };
    const { id } = await addChannel(t, { settings }, [member, guest]);
    const statuses: Params = {};
    for (const who of ['owner', 'administrator', 'moderator', 'member', 'guest'] as const) {
      const reply = await ask(who)('PATCH', `/streams/${id}`, { description: `by the ${who}` });
      statuses[who] = reply.status;
    }
    expect(statuses).toEqual({
      owner: 200,
      administrator: 200,
      moderator: 200,
      member: 400,
      guest: 400,
    });
  });

  it('lets who can’t read a private channel change everything but who reads it', async () => {
    const { id } = await addChannel(t, hidden, [world.people.member]);
    const nobody = { new: world.groups['nobody'] };
    const statusOf = async (given: Params) =>
      (await ask('administrator')('PATCH', `/streams/${id}`, given)).status;
    expect(await statusOf({ can_send_message_group: nobody })).toBe(200);
    expect(await statusOf({ can_administer_channel_group: nobody })).toBe(200);
    expect(await statusOf({ can_subscribe_group: nobody })).toBe(400);
    expect(await statusOf({ can_add_subscribers_group: nobody })).toBe(400);
    expect(await statusOf({ is_private: false })).toBe(400);
  });

  it('answers the same for a missing channel and a hidden one', async () => {
    const { id } = await addChannel(t, { invite_only: true });
    const of = async (stream_id: number) =>
      (await ask('member')('PATCH', `/streams/${stream_id}`, { description: 'x' })).body;
    expect(await of(id)).toEqual(await of(999_999));
  });

  it('accepts empty_topic_only only if no message has a named topic', async () => {
    const id = await make({});
    const send = (topic: string) =>
      ask('member')('POST', '/messages', { type: 'stream', to: id, topic, content: 'x' });
    await send('');
    const set = (topics_policy: string) =>
      ask('member')('PATCH', `/streams/${id}`, { topics_policy });
    expect((await set('empty_topic_only')).status).toBe(200);
    await set('inherit');
    await send('named');
    expect((await set('empty_topic_only')).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('requires can_set_topics_policy_group', async () => {
    const id = await make({});
    await setRealm(t, { ...spectators, can_set_topics_policy_group: world.groups['moderators'] });
    const topics_policy = 'disable_empty_topic';
    expect((await ask('member')('PATCH', `/streams/${id}`, { topics_policy })).status).toBe(400);
    await setRealm(t, spectators);
  });

  it('requires permission to create channels of the new type', async () => {
    const id = await make({});
    await setRealm(t, { can_create_private_channel_group: world.groups['moderators'] });
    expect((await ask('member')('PATCH', `/streams/${id}`, { is_private: true })).status).toBe(400);
    await setRealm(t, spectators);
    const secret = await make(hidden);
    await setRealm(t, { can_create_public_channel_group: world.groups['moderators'] });
    expect((await ask('member')('PATCH', `/streams/${secret}`, open())).status).toBe(400);
    await setRealm(t, spectators);
  });

  it('lists unknown parameters', async () => {
    const { body } = await ask('owner')('PATCH', '/streams/1', { stream_post_policy: 2 });
    expect(body['ignored_parameters_unsupported']).toEqual(['stream_post_policy']);
  });
});
