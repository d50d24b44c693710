import { beforeAll, describe, expect, it } from 'vitest';
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
import { addChannel, groupId } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';

/** Every rule of `getStreams` and of the channel object, through both gateways. */

const t = withService();
let world: ChannelWorld;
let bot: Awaited<ReturnType<typeof openGateways>>;
const day = 86_400_000;

/** Channels named by their properties; `member` is subscribed to those whose name says so. */
const names = [
  'default',
  'entered',
  'hidden',
  'mine',
  'mine archived',
  'mine hidden',
  'open',
  'open old',
  'web',
  'web archived',
] as const;
type Name = (typeof names)[number];

beforeAll(async () => {
  world = await addChannelWorld(t);
  const { member, moderator } = world.people;
  const settings = {
    can_subscribe_group: { direct_members: [moderator.user_id], direct_subgroups: [] },
  };
  const add = (name: Name, values: Parameters<typeof addChannel>[1] = {}, inside = [member]) =>
    addChannel(t, { name, ...values }, inside);
  await add('open', {}, []);
  await add('open old', { is_archived: true }, []);
  await add('web', { is_web_public: true }, []);
  await add('web archived', { is_web_public: true, is_archived: true }, []);
  await add('hidden', { invite_only: true }, [world.other]);
  await add('entered', { invite_only: true, settings }, []);
  await add('default', { is_default: true }, []);
  await add('mine');
  await add('mine archived', { is_archived: true });
  await add('mine hidden', { invite_only: true });
  bot = await openGateways(
    t,
    await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: member.user_id }),
  );
});

const nothing = { include_public: false, include_subscribed: false };
const publics = ['default', 'mine', 'open', 'web'];

type Case = readonly [rule: string, who: RoleName | 'bot', given: Params, found: readonly string[]];

const found: readonly Case[] = [
  ['public and own channels by default', 'member', {}, [...publics, 'mine hidden']],
  ['include_public true, as by default', 'moderator', { include_public: true }, publics],
  [
    'own channels without include_public',
    'member',
    { include_public: false },
    ['mine', 'mine hidden'],
  ],
  ['public ones without include_subscribed', 'member', { include_subscribed: false }, publics],
  ['nothing when neither is wanted', 'member', nothing, []],
  ['web-public ones', 'member', { ...nothing, include_web_public: true }, ['web']],
  [
    'archived ones with exclude_archived false',
    'member',
    { exclude_archived: false },
    [...publics, 'mine archived', 'mine hidden', 'open old', 'web archived'],
  ],
  ['no archived ones with exclude_archived true', 'moderator', { exclude_archived: true }, publics],
  [
    'all of whose existence a member may know, with include_all',
    'member',
    { ...nothing, include_all: true },
    [...publics, 'mine hidden'],
  ],
  [
    'all channels for administrators, with include_all',
    'administrator',
    { ...nothing, include_all: true },
    [...publics, 'entered', 'hidden', 'mine hidden'],
  ],
  [
    'a private channel that one may enter, with include_all',
    'moderator',
    { ...nothing, include_all: true },
    [...publics, 'entered'],
  ],
  [
    'all that one may read, with include_can_access_content',
    'moderator',
    { ...nothing, include_can_access_content: true },
    [...publics, 'entered'],
  ],
  [
    'no private channel that an administrator may not read, with include_can_access_content',
    'administrator',
    { ...nothing, include_can_access_content: true },
    publics,
  ],
  ['default channels', 'member', { ...nothing, include_default: true }, ['default']],
  ['include_owner_subscribed for people, which adds nothing', 'moderator', owned(), []],
  ['what the owner of a bot is in', 'bot', owned(), ['mine', 'mine hidden']],
  ['no channels of the owner unless asked', 'bot', {}, publics],
  [
    'all with include_all_active for administrators',
    'administrator',
    { ...nothing, include_all_active: true },
    [...publics, 'entered', 'hidden', 'mine hidden'],
  ],
  ['the union of several', 'member', several(), ['default', 'mine', 'mine hidden', 'web']],
  ['nothing to a guest who is in none', 'guest', {}, []],
  ['web-public ones to a guest who asks', 'guest', { include_web_public: true }, ['web']],
  ['web-public ones to a guest as all there is', 'guest', { include_all: true }, ['web']],
  ['no default channel to a guest', 'guest', { include_default: true }, []],
];

function owned(): Params {
  return { ...nothing, include_owner_subscribed: true };
}
function several(): Params {
  return { include_public: false, include_web_public: true, include_default: true };
}

const filters = [
  'include_public',
  'include_web_public',
  'include_subscribed',
  'exclude_archived',
  'include_all',
  'include_default',
  'include_owner_subscribed',
  'include_can_access_content',
  'include_all_active',
];

describe.each(gatewayNames)('getStreams through the %s', (gateway) => {
  const ask = (who: RoleName | 'bot'): Ask => (who === 'bot' ? bot : world.gateways[who])[gateway];
  const read = async (who: RoleName | 'bot', params: Params = {}) => {
    const { status, body } = await ask(who)('GET', '/streams', params);
    expect([status, body.result]).toEqual([200, 'success']);
    return body['streams'] as Params[];
  };
  const one = async (id: number, who: RoleName = 'owner') =>
    (await read(who, { include_all: true, exclude_archived: false })).find(
      ({ stream_id }) => stream_id === id,
    )!;

  it.each(found)('lists %s', async (_rule, who, given, expected) => {
    const listed = (await read(who, given)).map(({ name }) => name);
    const known = listed.filter((name) => (names as readonly unknown[]).includes(name));
    expect(known).toEqual(expected.toSorted());
  });

  it('sorts them by name, ignoring case', async () => {
    await addChannel(t, { name: `Zz ${gateway}` });
    await addChannel(t, { name: `zA ${gateway}` });
    const listed = (await read('owner')).map(({ name }) => String(name).toLowerCase());
    expect(listed).toEqual(listed.toSorted());
  });

  it.each(filters)('accepts only JSON booleans for %s', async (filter) => {
    for (const wrong of ['True', '1', '"true"', '']) {
      const { status, body } = await ask('owner')('GET', '/streams', { [filter]: wrong });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
    await read('owner', { [filter]: 'true' });
  });

  it('refuses include_all_active to everyone but administrators', async () => {
    for (const who of ['moderator', 'member', 'guest', 'bot'] as const) {
      const { status, body } = await ask(who)('GET', '/streams', { include_all_active: true });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
  });

  it('returns is_default only with include_default', async () => {
    for (const channel of await read('member')) expect(channel).not.toHaveProperty('is_default');
    const channels = await read('member', { include_default: true });
    for (const { name, is_default } of channels) {
      expect(is_default).toBe(name === 'default' || name === 'general');
    }
  });

  it('returns every field of a channel and no other', async () => {
    const { id } = await addChannel(t, {
      description: '*x*',
      rendered_description: '<p><em>x</em></p>',
      message_retention_days: -1,
      topics_policy: 'empty_topic_only',
    });
    const { nobody, everyone, administrators } = world.groups;
    expect(await one(id)).toEqual({
      stream_id: id,
      name: expect.any(String) as string,
      is_archived: false,
      description: '*x*',
      rendered_description: '<p><em>x</em></p>',
      date_created: Math.floor(t.clock.now() / 1000),
      creator_id: null,
      invite_only: false,
      is_web_public: false,
      history_public_to_subscribers: true,
      stream_post_policy: 1,
      is_announcement_only: false,
      message_retention_days: -1,
      topics_policy: 'empty_topic_only',
      first_message_id: null,
      folder_id: null,
      is_recently_active: true,
      subscriber_count: 0,
      stream_weekly_traffic: null,
      can_add_subscribers_group: nobody,
      can_administer_channel_group: nobody,
      can_delete_any_message_group: nobody,
      can_delete_own_message_group: nobody,
      can_move_messages_out_of_channel_group: nobody,
      can_subscribe_group: nobody,
      can_move_messages_within_channel_group: nobody,
      can_resolve_topics_group: nobody,
      can_remove_subscribers_group: administrators,
      can_send_message_group: everyone,
    });
    const alone = await ask('owner')('GET', `/streams/${id}`);
    expect(alone.body['stream']).toEqual(await one(id));
  });

  it.each([
    ['everyone', 1],
    ['administrators', 2],
    ['fullmembers', 3],
    ['moderators', 4],
    ['owners', 1],
  ])('maps "%s can post" to the number %d', async (name, stream_post_policy) => {
    const settings = { can_send_message_group: await groupId(t, `role:${name}`) };
    const { id } = await addChannel(t, { settings });
    const is_announcement_only = stream_post_policy === 2;
    expect(await one(id)).toMatchObject({ ...settings, stream_post_policy, is_announcement_only });
  });

  it('counts active subscribers and the messages of a week', async () => {
    const gone = [await t.addUser({ is_active: false }), world.people.member, world.other];
    const date_created = new Date(t.clock.now() - 8 * day);
    const { id } = await addChannel(t, { date_created }, gone);
    expect(await one(id)).toMatchObject({ subscriber_count: 2, stream_weekly_traffic: 0 });
    const message = { type: 'stream', to: id, topic: 'x', content: 'x' };
    const first = await ask('member')('POST', '/messages', message);
    await ask('member')('POST', '/messages', message);
    expect(await one(id)).toMatchObject({
      first_message_id: first.body['id'],
      stream_weekly_traffic: 2,
      is_recently_active: true,
    });
  });

  it('returns no traffic for a channel younger than a week', async () => {
    const { id } = await addChannel(t, { date_created: new Date(t.clock.now() - 6 * day) });
    expect(await one(id)).toMatchObject({ stream_weekly_traffic: null });
  });

  it('treats a channel without messages as active for half a year', async () => {
    const at = (days: number) => ({ date_created: new Date(t.clock.now() - days * day) });
    const [old, young] = [await addChannel(t, at(181)), await addChannel(t, at(179))];
    expect(await one(old.id)).toMatchObject({ is_recently_active: false });
    expect(await one(young.id)).toMatchObject({ is_recently_active: true });
  });

  it('returns one channel to users who can see it', async () => {
    const { id } = await addChannel(t, { invite_only: true });
    const missing = await ask('member')('GET', '/streams/999999');
    const hidden = await ask('member')('GET', `/streams/${id}`);
    expect([hidden.status, hidden.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(hidden.body).toEqual(missing.body);
    expect((await ask('administrator')('GET', `/streams/${id}`)).status).toBe(200);
    expect((await ask('guest')('GET', '/streams/1')).status).toBe(400);
    expect((await ask('member')('GET', '/streams/9999999999')).body).toEqual(missing.body);
  });

  it('lists unknown parameters', async () => {
    const { body } = await ask('member')('GET', '/streams', { include_private: true });
    expect(body['ignored_parameters_unsupported']).toEqual(['include_private']);
  });
});
