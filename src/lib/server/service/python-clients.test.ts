import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addChannel } from '../../../../tests/support/channels';
import {
  askAsPython,
  pythonAgents,
  succeedAsPython,
  type PythonCall,
} from '../../../../tests/support/python-client';
import { ownerInput } from '../../../../tests/support/service';
import { withService } from '../../../../tests/support/with-service';
import type { AccountWithKey } from './service';

/** Requests in exactly the form that the Python library and zulip-terminal send. */

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let channel: { id: number; name: string };

beforeAll(async () => {
  me = await t.addUser();
  other = await t.addUser();
});
beforeEach(async () => {
  channel = await addChannel(t, {}, [me, other]);
});

type Params = Readonly<Record<string, unknown>>;

const ask = (...request: PythonCall) => askAsPython(t, ...request);
const well = (...request: PythonCall) => succeedAsPython(t, ...request);

const toChannel = (content: string): Params => ({
  type: 'stream',
  to: channel.name,
  subject: 'greetings',
  content,
});

describe('zulip.Client', () => {
  it('reads the versions', async () => {
    expect(await well(me, 'GET', 'server_settings')).toMatchObject({
      zulip_version: expect.stringMatching(/^\d+\.\d+/) as string,
      zulip_feature_level: expect.any(Number) as number,
    });
  });

  it('registers, receives a message that it sent, and deletes the queue', async () => {
    const queue = await well(other, 'POST', 'register', { event_types: ['message'], narrow: [] });
    const { id } = await well(me, 'POST', 'messages', toChannel('hello'));
    const place = { queue_id: queue['queue_id'], last_event_id: queue['last_event_id'] };
    // After a failed attempt, the library adds `dont_block` to every request.
    const { events } = await well(other, 'GET', 'events', { ...place, dont_block: true });
    expect(events).toMatchObject([
      {
        type: 'message',
        flags: [],
        message: { id, subject: 'greetings', client: 'ZulipPython', content: 'hello' },
      },
    ]);
    await well(other, 'DELETE', 'events', { queue_id: queue['queue_id'] });
    const gone = await ask(other, 'GET', 'events', place);
    expect(gone.body).toMatchObject({ result: 'error', code: 'BAD_EVENT_QUEUE_ID' });
  });

  it.each<[form: string, params: () => Params]>([
    ['a list with the name', () => ({ ...toChannel('x'), to: [channel.name] })],
    ['the id', () => ({ type: 'stream', to: channel.id, topic: 'greetings', content: 'x' })],
    ['one e-mail', () => ({ type: 'private', to: other.email, content: 'x' })],
    ['e-mails', () => ({ type: 'private', to: [other.email, t.owner.email], content: 'x' })],
    ['ids', () => ({ type: 'direct', to: [other.user_id], content: 'x' })],
  ])('sends to %s', async (_form, params) => {
    expect(await well(me, 'POST', 'messages', params())).toHaveProperty('id');
  });

  it('gets, changes, flags and deletes messages', async () => {
    const { id } = await well(me, 'POST', 'messages', toChannel('frist'));
    await well(me, 'PATCH', `messages/${String(id)}`, { message_id: id, content: 'first' });
    await well(other, 'POST', 'messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    const { messages } = await well(other, 'GET', 'messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'stream', operand: channel.name }],
    });
    expect(messages).toMatchObject([{ id, content: 'first', flags: ['starred'] }]);
    expect(await well(me, 'POST', 'messages/render', { content: '**a**' })).toMatchObject({
      rendered: '<p><strong>a</strong></p>',
    });
    const { message_history } = await well(me, 'GET', `messages/${String(id)}/history`);
    expect(message_history).toHaveLength(2);
    await well(me, 'DELETE', `messages/${String(id)}`);
  });

  it('schedules, with numbers as JSON and text unchanged', async () => {
    const { scheduled_message_id } = await well(me, 'POST', 'scheduled_messages', {
      type: 'stream',
      to: channel.id,
      topic: 'later',
      content: 'on time',
      scheduled_delivery_timestamp: t.clock.now() / 1000 + 60,
    });
    const { scheduled_messages } = await well(me, 'GET', 'scheduled_messages');
    expect(scheduled_messages).toMatchObject([{ scheduled_message_id, content: 'on time' }]);
    await well(me, 'DELETE', `scheduled_messages/${String(scheduled_message_id)}`);
  });
});

describe('zulip-terminal', () => {
  const call = (method: string, path: string, params: Params = {}) =>
    well(me, method, path, params, pythonAgents.terminal);

  it('signs in by password', async () => {
    const { email: username, password } = ownerInput;
    const key = await well(null, 'POST', 'fetch_api_key', { username, password });
    expect(key).toMatchObject({ api_key: t.owner.api_key, email: t.owner.email });
    const settings = await well(null, 'GET', 'server_settings');
    for (const name of ['realm_uri', 'realm_name', 'email_auth_enabled']) {
      expect(settings).toHaveProperty(name);
    }
    expect(settings).toHaveProperty('require_email_format_usernames');
  });

  it('finds everything it needs in the register reply', async () => {
    const unread = await t.call(other, 'POST', '/messages', { ...toChannel('unread') });
    const state = await call('POST', 'register', {
      event_types: [
        'message',
        'update_message',
        'reaction',
        'submessage',
        'subscription',
        'typing',
        'update_message_flags',
        'user_settings',
        'realm_emoji',
        'realm_user',
      ],
      fetch_event_types: [
        'realm',
        'presence',
        'subscription',
        'message',
        'starred_messages',
        'update_message_flags',
        'muted_topics',
        'realm_user',
        'realm_user_groups',
        'user_settings',
        'realm_emoji',
        'custom_profile_fields',
        'zulip_version',
      ],
      client_gravatar: true,
      apply_markdown: true,
      include_subscribers: true,
    });
    for (const name of [
      'queue_id',
      'last_event_id',
      'user_id',
      'email',
      'full_name',
      'realm_name',
      'max_message_id',
      'realm_message_retention_days',
      'muted_topics',
      'unread_msgs',
      'presences',
      'realm_users',
      'cross_realm_bots',
      'user_settings',
      'realm_emoji',
      'custom_profile_fields',
      'starred_messages',
      'realm_user_groups',
      'zulip_version',
    ]) {
      expect(state).toHaveProperty(name);
    }
    expect(state['realm_users']).toContainEqual(expect.objectContaining({ user_id: me.user_id }));
    expect(state['subscriptions']).toContainEqual(
      expect.objectContaining({
        stream_id: channel.id,
        name: channel.name,
        pin_to_top: false,
        is_muted: false,
        subscribers: [me.user_id, other.user_id],
      }),
    );
    expect(state['unread_msgs']).toMatchObject({
      streams: expect.arrayContaining([
        expect.objectContaining({
          stream_id: channel.id,
          topic: 'greetings',
          unread_message_ids: [unread.body['id']],
        }),
      ]) as unknown,
    });
    expect(state['user_settings']).toMatchObject({
      send_private_typing_notifications: true,
      twenty_four_hour_time: expect.any(Boolean) as boolean,
      pm_content_in_desktop_notifications: expect.any(Boolean) as boolean,
    });
  });

  it('starts at the first unread message', async () => {
    const page = await call('GET', 'messages', {
      anchor: 0,
      num_before: 30,
      num_after: 10,
      use_first_unread_anchor: true,
      narrow: [],
      apply_markdown: true,
      client_gravatar: true,
    });
    expect(page).toMatchObject({ found_newest: expect.any(Boolean) as boolean });
    expect(page['messages']).toEqual(expect.arrayContaining([]));
  });

  it('sends to lists of names, and has read its own messages', async () => {
    const { id } = await call('POST', 'messages', {
      type: 'stream',
      to: channel.name,
      subject: 'greetings',
      content: 'hi',
      read_by_sender: true,
    });
    await call('POST', 'messages', {
      type: 'private',
      to: [other.user_id],
      content: 'psst',
      read_by_sender: true,
    });
    const { message, raw_content } = await call('GET', `messages/${String(id)}`);
    expect(raw_content).toBe('hi');
    expect(message).toMatchObject({ client: 'ZulipTerminal', flags: ['read'] });
    await call('PATCH', `messages/${String(id)}`, {
      message_id: id,
      topic: 'welcome',
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    });
    const emoji = { emoji_name: 'thumbs_up', reaction_type: 'unicode_emoji', emoji_code: '1f44d' };
    await call('POST', `messages/${String(id)}/reactions`, emoji);
    await call('DELETE', `messages/${String(id)}/reactions`, emoji);
    await call('POST', 'messages/flags', { messages: [id], flag: 'read', op: 'add' });
    const { topics } = await call('GET', `users/me/${channel.id}/topics`);
    expect(topics).toMatchObject([{ name: 'welcome', max_id: id }]);
  });

  it.each<[narrow: () => unknown]>([
    [() => [['stream', channel.name]]],
    [
      () => [
        ['stream', channel.name],
        ['topic', 'greetings'],
      ],
    ],
    [() => [['pm-with', `${me.email}, ${other.email}`]]],
    [() => [['is', 'private']]],
    [() => [['is', 'starred']]],
    [() => [['is', 'mentioned']]],
    [() => [['search', 'psst']]],
  ])('reads a narrow %#', async (narrow) => {
    const params = { anchor: 10_000_000_000_000_000, num_before: 30, num_after: 10 };
    const page = await call('GET', 'messages', { ...params, narrow: narrow() });
    expect(Array.isArray(page['messages'])).toBe(true);
  });

  it('sends typing notifications', async () => {
    await call('POST', 'typing', { to: [other.user_id], op: 'start' });
    await call('POST', 'typing', { to: [other.user_id], op: 'stop' });
  });
});
