import { beforeEach, describe, expect, it } from 'vitest';
import { addChannel, groupId, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { subscriptions } from '../db/schema/streams';
import { userGroups } from '../db/schema/groups';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;

beforeEach(async () => {
  me = await t.addUser();
});

type State = Record<string, unknown>;
async function state(
  keys: string[] | undefined,
  params: Record<string, unknown> = {},
  account = me,
): Promise<State> {
  const { body } = await t.call(account, 'POST', '/register', {
    ...(keys && { fetch_event_types: keys }),
    ...params,
  });
  expect(body.result).toBe('success');
  return body;
}
const able = (...names: string[]) => ({
  client_capabilities: Object.fromEntries(
    ['notification_settings_null', ...names].map((name) => [name, true]),
  ),
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

describe('fetch keys', () => {
  it('return their own fields and nothing else; unknown ones are ignored', async () => {
    expect(Object.keys(await state([])).sort()).toEqual(basics);
    const some = await state(['drafts', 'alert_words', 'weather', 'toString']);
    expect(Object.keys(some).sort()).toEqual(['alert_words', ...basics, 'drafts'].sort());
  });

  it('are the event types if none are given', async () => {
    const { body } = await t.call(me, 'POST', '/register', { event_types: ['drafts'] });
    expect(Object.keys(body).sort()).toEqual([...basics, 'drafts'].sort());
  });

  it('can be given in the event type’s spelling too', async () => {
    const both = await state(['navigation_view', 'channel_folder']);
    expect(both).toMatchObject({ navigation_views: [], channel_folders: [] });
  });

  it('return old topic mutes only to clients that don’t request the new ones', async () => {
    expect(await state(['muted_topics'])).toMatchObject({ muted_topics: [] });
    expect(await state(['muted_topics', 'user_topic'])).not.toHaveProperty('muted_topics');
  });
});

describe('the state without keys', () => {
  it('has what the newest mobile client needs', async () => {
    const all = await state(undefined, able('user_settings_object'));
    const required =
      'queue_id,last_event_id,zulip_feature_level,zulip_version,zulip_merge_base,alert_words,custom_profile_fields,max_stream_name_length,max_topic_length,server_presence_ping_interval_seconds,server_presence_offline_threshold_seconds,server_typing_started_expiry_period_milliseconds,muted_users,presences,realm_emoji,realm_user_groups,recent_private_conversations,subscriptions,unread_msgs,starred_messages,streams,user_status,user_settings,user_topics,realm_wildcard_mention_policy,realm_name,realm_waiting_period_threshold,realm_allow_message_editing,realm_enable_read_receipts,realm_icon_url,realm_presence_disabled,realm_default_external_accounts,max_file_upload_size_mib,server_thumbnail_formats,server_emoji_data_url,event_queue_longpoll_timeout_seconds,realm_users,realm_non_active_users,cross_realm_bots';
    for (const key of required.split(',')) expect(all[key] ?? null, key).not.toBeNull();
    expect(all).not.toHaveProperty('color_scheme');
  });

  it('has settings at the top level for clients without support for the settings object', async () => {
    const old = await state(undefined);
    expect(old).toMatchObject({
      color_scheme: 1,
      enable_sounds: true,
      twenty_four_hour_time: false,
    });
  });

  it('contains no bot’s API key', async () => {
    const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: me.user_id });
    const all = await state(undefined);
    expect(all['realm_bots']).toMatchObject([{ user_id: bot.user_id, owner_id: me.user_id }]);
    expect(JSON.stringify(all)).not.toContain(bot.api_key);
  });
});

describe('realm', () => {
  it('returns stored settings in old and new form', async () => {
    await setRealm(t, { topics_policy: 'disable_empty_topic' });
    expect(await state(['realm'])).toMatchObject({
      realm_topics_policy: 'disable_empty_topic',
      realm_mandatory_topics: true,
      max_message_length: 10_000,
      realm_can_delete_any_message_group: await groupId(t, 'role:administrators'),
    });
    await setRealm(t, {});
    expect(await state(['realm'])).toMatchObject({ realm_mandatory_topics: false });
  });
});

describe('realm_user', () => {
  it('separates active, deactivated and system accounts, and lists the user’s permissions', async () => {
    const gone = await t.addUser({ is_active: false });
    const all = await state(['realm_user']);
    const ids = (key: string) => (all[key] as { user_id: number }[]).map(({ user_id }) => user_id);
    expect(ids('realm_users')).toContain(me.user_id);
    expect(ids('realm_users')).not.toContain(gone.user_id);
    expect(ids('realm_non_active_users')).toContain(gone.user_id);
    expect(all['cross_realm_bots']).toMatchObject([
      { is_system_bot: true, avatar_url: expect.any(String) as string },
    ]);
    expect(all).toMatchObject({
      user_id: me.user_id,
      is_admin: false,
      can_create_public_streams: true,
      can_subscribe_other_users: true,
    });
    const guest = await t.addUser({ role: 600 });
    expect(await state(['realm_user'], {}, guest)).toMatchObject({
      is_guest: true,
      can_create_streams: false,
      can_invite_others_to_realm: false,
    });
  });

  it('has placeholder entries for people whom a guest can’t see', async () => {
    await setRealm(t, { can_access_all_users_group: await groupId(t, 'role:members') });
    const guest = await t.addUser({ role: 600 });
    const full = await state(['realm_user'], {}, guest);
    const people = full['realm_users'] as { user_id: number; full_name: string }[];
    const stranger = people.find(({ user_id }) => user_id === me.user_id);
    expect(stranger).toMatchObject({
      full_name: 'Unknown user',
      email: `user${me.user_id}@localhost`,
      delivery_email: null,
    });
    const partial = await state(['realm_user'], able('user_list_incomplete'), guest);
    const known = (partial['realm_users'] as { user_id: number }[]).map(({ user_id }) => user_id);
    expect(known).not.toContain(me.user_id);
    expect(known).toContain(guest.user_id);
    await setRealm(t, {});
  });
});

describe('realm_user_groups', () => {
  it('lists each person in their role’s group, and full members twice', async () => {
    const groups = (await state(['realm_user_groups']))['realm_user_groups'] as {
      name: string;
      members: number[];
      direct_subgroup_ids: number[];
    }[];
    const named = (name: string) => groups.find((group) => group.name === name);
    expect(named('role:owners')?.members).toEqual([t.owner.user_id]);
    expect(named('role:members')?.members).toContain(me.user_id);
    expect(named('role:fullmembers')?.members).toContain(me.user_id);
    expect(named('role:administrators')?.direct_subgroup_ids).toEqual([
      await groupId(t, 'role:owners'),
    ]);
    expect(named('role:nobody')?.members).toEqual([]);
  });

  it('hides deactivated groups from clients without support for them', async () => {
    await t.store.db.insert(userGroups).values({ realm_id: 1, name: 'old', deactivated: true });
    const names = async (params = {}) =>
      ((await state(['realm_user_groups'], params))['realm_user_groups'] as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await names()).not.toContain('old');
    expect(await names(able('include_deactivated_groups'))).toContain('old');
  });
});

describe('stream and subscription', () => {
  it('sort channels by the user’s relation to them', async () => {
    const mine = await addChannel(t, {}, [me]);
    const left = await addChannel(t, {});
    await t.store.db
      .insert(subscriptions)
      .values({ stream_id: left.id, user_id: me.user_id, color: '#000000', active: false });
    const never = await addChannel(t, {});
    const archived = await addChannel(t, { is_archived: true }, [me]);
    const secret = await addChannel(t, { invite_only: true }, [t.owner]);
    const keys = ['stream', 'subscription', 'default_streams'];
    const all = await state(keys, { include_subscribers: 'true', ...able() });
    const ids = (of: State, key: string) =>
      (of[key] as { stream_id: number }[]).map(({ stream_id }) => stream_id);
    expect(ids(all, 'subscriptions')).toEqual([mine.id]);
    expect(ids(all, 'unsubscribed')).toEqual([left.id]);
    expect(ids(all, 'never_subscribed')).toContain(never.id);
    expect(ids(all, 'streams')).toEqual(expect.arrayContaining([mine.id, left.id, never.id]));
    for (const key of ['subscriptions', 'never_subscribed', 'streams']) {
      expect(ids(all, key)).not.toContain(secret.id);
      expect(ids(all, key)).not.toContain(archived.id);
    }
    expect(all['subscriptions']).toMatchObject([
      { subscribers: [me.user_id], desktop_notifications: null },
    ]);
    expect(all['realm_default_streams']).toEqual([1]);
    const modern = await state(keys, able('archived_channels'));
    expect(ids(modern, 'subscriptions')).toContain(archived.id);
    const old = await state(['subscription']);
    expect(old['subscriptions']).toMatchObject([{ desktop_notifications: false }]);
  });
});

describe('messages', () => {
  it('count unread messages by conversation', async () => {
    const [a, b] = [await t.addUser(), await t.addUser()];
    const channel = await addChannel(t, {}, [me, a]);
    const send = async (to: unknown, params: Record<string, unknown>) =>
      (await t.call(a, 'POST', '/messages', { to, ...params })).body['id'] as number;
    const direct = await send([me.user_id], { type: 'direct', content: 'x' });
    const group = await send([me.user_id, b.user_id], { type: 'direct', content: 'x' });
    const topic = { type: 'stream', topic: 'Plans', content: 'x' };
    const first = await send(channel.id, topic);
    const content = `@**${me.full_name}|${me.user_id}**`;
    const second = await send(channel.id, { ...topic, topic: 'PLANS', content });
    const empty = await send(channel.id, { ...topic, topic: '' });
    const keys = ['message', 'update_message_flags', 'recent_private_conversations'];
    const all = await state(keys);
    expect(all['max_message_id']).toBe(empty);
    expect(all['unread_msgs']).toEqual({
      count: 5,
      pms: [{ other_user_id: a.user_id, sender_id: a.user_id, unread_message_ids: [direct] }],
      huddles: [
        {
          user_ids_string: [me.user_id, a.user_id, b.user_id].sort((x, y) => x - y).join(),
          unread_message_ids: [group],
        },
      ],
      streams: [
        { stream_id: channel.id, topic: 'PLANS', unread_message_ids: [first, second] },
        { stream_id: channel.id, topic: 'general chat', unread_message_ids: [empty] },
      ],
      mentions: [second],
      old_unreads_missing: false,
    });
    expect(all['recent_private_conversations']).toEqual([
      { max_message_id: group, user_ids: [a.user_id, b.user_id] },
      { max_message_id: direct, user_ids: [a.user_id] },
    ]);
    expect(await state(['message'])).not.toHaveProperty('unread_msgs');
    expect(await state(['update_message_flags'])).not.toHaveProperty('unread_msgs');
  });

  it('count mentions in muted conversations only if they are by name', async () => {
    const a = await t.addUser();
    const [muted, open] = [await addChannel(t, {}, [me, a]), await addChannel(t, {}, [me, a])];
    await t.call(me, 'PATCH', '/settings', { automatically_follow_topics_where_mentioned: false });
    const choose = (stream_id: number, topic: string, visibility_policy: number) =>
      t.call(me, 'POST', '/user_topics', { stream_id, topic, visibility_policy });
    await t.call(me, 'POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: muted.id, property: 'is_muted', value: true }],
    });
    await choose(muted.id, 'followed', 3);
    await choose(muted.id, 'unmuted', 2);
    await choose(open.id, 'Noise', 1);
    const send = async (to: number, topic: string, content: string) => {
      const params = { type: 'stream', to, topic, content };
      return (await t.call(a, 'POST', '/messages', params)).body['id'] as number;
    };
    const named = `@**${me.full_name}|${me.user_id}**`;
    const lines: number[] = [];
    for (const content of ['@**all**', named]) {
      const isNamed = content === named;
      for (const [{ id }, topic, isVisible] of [
        [muted, 'other', isNamed],
        [muted, 'followed', true],
        [muted, 'unmuted', true],
        [open, 'noise', isNamed],
        [open, 'other', true],
      ] as const) {
        const sent = await send(id, topic, content);
        if (isVisible) lines.push(sent);
      }
    }
    const { unread_msgs } = await state(['message', 'update_message_flags']);
    expect((unread_msgs as { mentions: number[] }).mentions).toEqual(lines);
  });
});
