import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userGroups } from '$lib/server/service/db/schema/groups';
import type { AccountWithKey } from '$lib/server/service/service';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { addChannel, groupId, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';

/**
 * Every rule of `POST /register`, and how its parameters affect state and events.
 * https://zulip.com/api/register-queue
 */

const t = withService();
let channel: { id: number; name: string };
let archived: { id: number; name: string };
beforeAll(async () => {
  await t.store.db.insert(userGroups).values({ realm_id: 1, name: 'old', deactivated: true });
  await t.call(t.owner, 'POST', '/realm/filters', {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://example.org/{id}',
  });
});

const basics = [
  'last_event_id',
  'msg',
  'queue_id',
  'result',
  'zulip_feature_level',
  'zulip_merge_base',
  'zulip_version',
];
const able = (...names: string[]) => ({
  client_capabilities: Object.fromEntries(
    ['notification_settings_null', ...names].map((name) => [name, true]),
  ),
});
const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name);

describe.each(gatewayNames)('register through the %s', (gateway) => {
  let me: AccountWithKey;
  let other: AccountWithKey;
  let ask: Ask;
  let asOther: Ask;
  beforeEach(async () => {
    [me, other] = [await t.addUser(), await t.addUser()];
    channel = await addChannel(t, {}, [me, other]);
    archived = await addChannel(t, { is_archived: true }, [me]);
    ask = (await openGateways(t, me))[gateway];
    asOther = (await openGateways(t, other))[gateway];
  });
  const register = async (params: Params = {}) => {
    const { status, body } = await ask('POST', '/register', params);
    expect([status, body.msg]).toEqual([200, '']);
    return body;
  };
  /** Registers a queue without state. The result reads the events so far. */
  const queue = async (params: Params = {}) => {
    const { queue_id } = await register({ fetch_event_types: [], ...params });
    return async () => {
      const given = { queue_id, last_event_id: -1, dont_block: true };
      const { body } = await ask('GET', '/events', given);
      return body.events as unknown as Params[];
    };
  };
  const messages = (params: Params = {}) => queue({ event_types: ['message'], ...params });
  const say = async (values: Params = {}, by = asOther) =>
    (
      await by('POST', '/messages', {
        type: 'stream',
        to: channel.id,
        topic: 'plans',
        content: '*x*',
        ...values,
      })
    ).body['id'] as number;

  it.each<[what: string, given: Params, more: string[]]>([
    ['no types', { event_types: [] }, []],
    ['no state', { fetch_event_types: [] }, []],
    ['types, which are what is fetched too', { event_types: ['drafts'] }, ['drafts']],
    [
      'what is fetched before what is listened to',
      { event_types: ['drafts'], fetch_event_types: ['alert_words'] },
      ['alert_words'],
    ],
    ['an unknown name, which is nothing', { fetch_event_types: ['weather', 'toString'] }, []],
    [
      'the name of an event for that of its state',
      { fetch_event_types: ['navigation_view', 'channel_folder'] },
      ['channel_folders', 'navigation_views'],
    ],
  ])('is asked for %s', async (_what, given, more) => {
    const body = await register(given);
    expect(Object.keys(body).toSorted()).toEqual([...basics, ...more].toSorted());
    expect(body).toMatchObject({
      last_event_id: -1,
      queue_id: expect.stringMatching(/^[\w-]{36}$/),
    });
  });

  it('treats null as all types, and listens to all types if only some are fetched', async () => {
    expect(await register({ event_types: null, fetch_event_types: null })).toHaveProperty('drafts');
    const events = await queue({ fetch_event_types: ['drafts'] });
    await say();
    expect((await events()).map(({ type }) => type)).toContain('message');
  });

  it.each<[what: string, given: Params, code?: string]>([
    ['capabilities without notification_settings_null', { client_capabilities: {} }],
    [
      'capabilities that are no booleans',
      { client_capabilities: { notification_settings_null: 'yes' } },
    ],
    ['capabilities in a list', { client_capabilities: [] }],
    ['types that are no list', { event_types: 'message' }],
    ['types that are no texts', { event_types: [1] }],
    ['include_subscribers in other words', { include_subscribers: 'some' }],
    ['a narrow of objects', { narrow: [{ operator: 'is', operand: 'dm' }] }],
    ['a narrow of single words', { narrow: [['is']] }],
    ['a narrow of three words', { narrow: [['is', 'dm', 'x']] }],
    ['a narrow of numbers', { narrow: [['channel', 1]] }],
    [
      'a narrow by an operator that queues do not know',
      { narrow: [['has', 'link']] },
      'BAD_NARROW',
    ],
    ['a narrow to followed topics', { narrow: [['is', 'followed']] }, 'BAD_NARROW'],
    ['a narrow to muted topics', { narrow: [['is', 'muted']] }, 'BAD_NARROW'],
    ['a negative lifespan', { queue_lifespan_secs: -1 }],
  ])('refuses %s', async (_what, given, code = 'BAD_REQUEST') => {
    const { status, body } = await ask('POST', '/register', given);
    const fields = code === 'BAD_NARROW' ? { desc: expect.any(String) as string } : {};
    expect([status, body]).toEqual([400, { result: 'error', msg: body.msg, code, ...fields }]);
  });

  it('lists newer parameters as unknown', async () => {
    const body = await register({
      fetch_event_types: [],
      idle_queue_timeout: 600,
      client_capabilities: { notification_settings_null: true, individual_emoji_changes: true },
    });
    expect(body['ignored_parameters_unsupported']).toEqual(['idle_queue_timeout']);
  });

  it('apply_markdown: messages are HTML, otherwise as written', async () => {
    const [raw, html] = [await messages(), await messages({ apply_markdown: true })];
    await say();
    expect(await raw()).toMatchObject([{ message: { content: '*x*' } }]);
    expect(await html()).toMatchObject([{ message: { content: '<p><em>x</em></p>' } }]);
  });

  it('client_gravatar: clients compute Gravatar URLs unless it is false', async () => {
    const pictures = async (params: Params) => {
      const all = (await register({ fetch_event_types: ['realm_user'], ...params }))['realm_users'];
      return (all as Params[]).find(({ user_id }) => user_id === other.user_id)!['avatar_url'];
    };
    expect(await pictures({})).toBeNull();
    expect(await pictures({ client_gravatar: false })).toMatch(
      /^https:\/\/secure\.gravatar\.com\//,
    );
    const [none, all] = [await messages(), await messages({ client_gravatar: false })];
    await say();
    expect(await none()).toMatchObject([{ message: { avatar_url: null } }]);
    expect(await all()).toMatchObject([{ message: { avatar_url: expect.any(String) } }]);
  });

  it.each<[given: unknown, has: boolean]>([
    [undefined, false],
    ['false', false],
    [false, false],
    ['true', true],
    [true, true],
  ])('include_subscribers %j', async (include_subscribers, has) => {
    const body = await register({
      fetch_event_types: ['subscription'],
      ...(include_subscribers !== undefined && { include_subscribers }),
    });
    const own = (body['subscriptions'] as Params[]).find((one) => one['stream_id'] === channel.id)!;
    if (has) expect(own['subscribers']).toEqual([me.user_id, other.user_id]);
    else expect(own).not.toHaveProperty('subscribers');
  });

  it('include_subscribers "partial": either all subscribers or some', async () => {
    const given = { fetch_event_types: ['subscription'], include_subscribers: 'partial' };
    const own = ((await register(given))['subscriptions'] as Params[])[0]!;
    expect(own['subscribers'] ?? own['partial_subscribers']).toContain(me.user_id);
  });

  it('slim_presence and presence_history_limit_days: the format and how far back', async () => {
    await asOther('POST', '/users/me/presence', { status: 'active' });
    const of = async (params: Params) =>
      (await register({ fetch_event_types: ['presence'], ...params }))['presences'] as Params;
    expect(Object.keys(await of({}))).toContain(other.email);
    expect((await of({ slim_presence: true }))[other.user_id]).toMatchObject({
      active_timestamp: Math.floor(t.clock.now() / 1000),
    });
    expect(await of({ slim_presence: true, presence_history_limit_days: 0 })).toEqual({});
  });

  it('narrow: only its messages, and all other events', async () => {
    const events = await queue({
      narrow: [
        ['channel', channel.name],
        ['topic', 'plans'],
      ],
    });
    const id = await say({ topic: 'Plans' });
    await say({ topic: 'other' });
    await say({ type: 'direct', to: [me.user_id] });
    await ask('PATCH', '/settings', { enter_sends: true });
    const queueEvents = await events();
    expect(queueEvents.filter(({ type }) => type === 'message')).toMatchObject([
      { message: { id } },
    ]);
    expect(queueEvents.map(({ type }) => type)).toContain('user_settings');
  });

  it.each<[operand: string, told: readonly string[]]>([
    ['resolved', ['✔ done']],
    // Like Zulip servers with unknown values.
    ['zzz', ['✔ done', 'plans', '']],
    ['stream', ['✔ done', 'plans', '']],
  ])('narrow: is:%s is never silent', async (operand, flags) => {
    const events = await messages({ narrow: [['is', operand]] });
    await say({ topic: '✔ done' });
    await say({ topic: 'plans' });
    await say({ type: 'direct', to: [me.user_id] });
    const subjects = (await events()).map(({ message }) => (message as Params)['subject']);
    expect(subjects).toEqual(flags);
  });

  it('all_public_streams: messages of channels the user isn’t subscribed to, except for guests', async () => {
    const elsewhere = await addChannel(t, {}, [other]);
    const [own, all] = [await messages(), await messages({ all_public_streams: true })];
    await say({ to: elsewhere.id });
    expect(await own()).toEqual([]);
    expect(await all()).toMatchObject([{ message: { stream_id: elsewhere.id } }]);
    const guest = (await openGateways(t, await t.addUser({ role: 600 })))[gateway];
    const { status, body } = await guest('POST', '/register', { all_public_streams: true });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  describe('capabilities', () => {
    it('notification_settings_null: channel settings can be null', async () => {
      const setting = async (params: Params) => {
        const body = await register({ fetch_event_types: ['subscription'], ...params });
        return (body['subscriptions'] as Params[])[0]!['desktop_notifications'];
      };
      expect([await setting({}), await setting(able())]).toEqual([false, null]);
    });

    it('bulk_message_deletion: one event for many messages', async () => {
      const types = { event_types: ['delete_message'] };
      const [each, bulk] = [
        await queue(types),
        await queue({ ...types, ...able('bulk_message_deletion') }),
      ];
      const ids = [await say(), await say()];
      const given = { topic_name: 'plans' };
      await t.call(t.owner, 'POST', `/streams/${channel.id}/delete_topic`, given);
      const messageIds = (await each()).map(({ message_id }) => message_id as number);
      expect(messageIds.toSorted((a, b) => a - b)).toEqual(ids);
      expect((await bulk()).map(({ message_ids }) => message_ids)).toEqual([ids]);
    });

    it('stream_typing_notifications: typing in channels', async () => {
      const types = { event_types: ['typing'] };
      const [none, some] = [
        await queue(types),
        await queue({ ...types, ...able('stream_typing_notifications') }),
      ];
      await asOther('POST', '/typing', {
        op: 'start',
        type: 'stream',
        stream_id: channel.id,
        topic: 'x',
      });
      expect([(await none()).length, (await some()).length]).toEqual([0, 1]);
    });

    it('user_settings_object: no settings at the top level and no older events', async () => {
      expect(await register()).toHaveProperty('color_scheme');
      expect(await register(able('user_settings_object'))).not.toHaveProperty('color_scheme');
      const types = { event_types: ['update_display_settings', 'user_settings'] };
      const [old, modern] = [
        await queue(types),
        await queue({ ...types, ...able('user_settings_object') }),
      ];
      await ask('PATCH', '/settings', { color_scheme: 2 });
      const kinds = (events: Params[]) => events.map(({ type }) => type).toSorted();
      expect(kinds(await old())).toEqual(['update_display_settings', 'user_settings']);
      expect(kinds(await modern())).toEqual(['user_settings']);
    });

    it('linkifier_url_template: linkifiers are included', async () => {
      const given = { fetch_event_types: ['realm_linkifiers'] };
      expect((await register(given))['realm_linkifiers']).toEqual([]);
      const all = (await register({ ...given, ...able('linkifier_url_template') }))[
        'realm_linkifiers'
      ];
      expect(all).toMatchObject([{ url_template: 'https://example.org/{id}' }]);
    });

    it('user_list_incomplete: no placeholder for people a guest can’t see', async () => {
      await setRealm(t, { can_access_all_users_group: await groupId(t, 'role:members') });
      const guest = (await openGateways(t, await t.addUser({ role: 600 })))[gateway];
      const people = async (params: Params) => {
        const given = { fetch_event_types: ['realm_user'], ...params };
        return (await guest('POST', '/register', given)).body['realm_users'] as Params[];
      };
      const stranger = ({ user_id }: Params) => user_id === me.user_id;
      expect((await people({})).find(stranger)).toMatchObject({ full_name: 'Unknown user' });
      expect((await people(able('user_list_incomplete'))).find(stranger)).toBeUndefined();
      await setRealm(t, {});
    });

    it('include_deactivated_groups: deactivated groups are included', async () => {
      const groups = async (params: Params) =>
        names(
          (await register({ fetch_event_types: ['realm_user_groups'], ...params }))[
            'realm_user_groups'
          ],
        );
      expect(await groups({})).not.toContain('old');
      expect(await groups(able('include_deactivated_groups'))).toContain('old');
    });

    it('archived_channels: archived channels are included, and archiving is an update', async () => {
      const given = { fetch_event_types: ['subscription'] };
      const own = async (params: Params) =>
        names((await register({ ...given, ...params }))['subscriptions']);
      expect(await own({})).not.toContain(archived.name);
      expect(await own(able('archived_channels'))).toContain(archived.name);
      const types = { event_types: ['stream'] };
      const [old, modern] = [
        await queue(types),
        await queue({ ...types, ...able('archived_channels') }),
      ];
      await t.call(t.owner, 'DELETE', `/streams/${channel.id}`);
      expect((await old()).map(({ op }) => op)).toContain('delete');
      expect((await modern()).filter(({ property }) => property === 'is_archived')).toHaveLength(1);
    });

    it('empty_topic_name: the empty topic stays empty', async () => {
      const [old, modern] = [await messages(), await messages(able('empty_topic_name'))];
      await say({ topic: '' });
      expect(await old()).toMatchObject([{ message: { subject: 'general chat' } }]);
      expect(await modern()).toMatchObject([{ message: { subject: '' } }]);
    });

    it('simplified_presence_events: presence by user id', async () => {
      const types = { event_types: ['presence'] };
      const [old, modern] = [
        await queue(types),
        await queue({ ...types, ...able('simplified_presence_events') }),
      ];
      await asOther('POST', '/users/me/presence', { status: 'active' });
      expect(await old()).toMatchObject([{ user_id: other.user_id, email: other.email }]);
      expect(await modern()).toMatchObject([
        { presences: { [other.user_id]: expect.any(Object) } },
      ]);
    });
  });
});
