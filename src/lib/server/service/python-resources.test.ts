import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addChannel } from '../../../../tests/support/channels';
import {
  askAsPython,
  pythonAgents,
  succeedAsPython,
  type PythonCall,
} from '../../../../tests/support/python-client';
import { withService } from '../../../../tests/support/with-service';
import type { AccountWithKey } from './service';

/** Requests other than messages by scripts and bots with the Python library, in its own form. */

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let channel: { id: number; name: string };

beforeAll(async () => {
  me = await t.addUser();
  other = await t.addUser();
});
beforeEach(async () => {
  channel = await addChannel(t, {}, [me]);
});

type Params = PythonCall[3];

const well = (...request: PythonCall) => succeedAsPython(t, ...request);
const mine = (method: string, path: string, params?: Params) => well(me, method, path, params);
const owners = (method: string, path: string, params?: Params) =>
  well(t.owner, method, path, params);

let counter = 0;
const fresh = (what: string) => `${what} ${++counter}`;

describe('channels', () => {
  it('subscribes by name and creates missing ones, with strict authorization', async () => {
    const name = fresh('made by a script');
    const made = await mine('POST', 'users/me/subscriptions', {
      subscriptions: [{ name, description: 'For deploys' }],
      principals: [other.email, me.email],
    });
    expect(made).toMatchObject({
      subscribed: { [me.user_id]: [name], [other.user_id]: [name] },
      already_subscribed: {},
    });
    const { stream_id } = await mine('GET', 'get_stream_id', { stream: name });
    expect(await mine('GET', 'users/me/subscriptions')).toMatchObject({
      subscriptions: expect.arrayContaining([
        expect.objectContaining({ stream_id, name, description: 'For deploys' }),
      ]) as unknown,
    });
    expect(
      await mine('GET', 'users/me/subscriptions', { include_subscribers: true }),
    ).toMatchObject({
      subscriptions: expect.arrayContaining([
        expect.objectContaining({ name, subscribers: [me.user_id, other.user_id] }),
      ]) as unknown,
    });
    // `get_subscribers` looks up the id and then requests members with the name as well.
    expect(
      await mine('GET', `streams/${String(stream_id)}/members`, { stream: name }),
    ).toMatchObject({
      subscribers: [me.user_id, other.user_id],
      ignored_parameters_unsupported: ['stream'],
    });
    expect(
      await mine('GET', `users/${other.user_id}/subscriptions/${String(stream_id)}`),
    ).toMatchObject({ is_subscribed: true });
    const left = await mine('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    expect(left).toMatchObject({ removed: [name], not_removed: [] });
    const changed = { add: [{ name }], delete: [channel.name] };
    expect(await mine('PATCH', 'users/me/subscriptions', changed)).toMatchObject({
      subscribed: { [me.user_id]: [name] },
      removed: [channel.name],
    });
  });

  it('reads, changes and archives them', async () => {
    const { streams } = await owners('GET', 'streams', { include_public: true });
    expect(streams).toContainEqual(expect.objectContaining({ stream_id: channel.id }));
    const path = `streams/${channel.id}`;
    const params = { stream_id: channel.id, description: 'Anew', new_name: fresh('renamed') };
    await owners('PATCH', path, params);
    expect(await mine('GET', path)).toMatchObject({
      stream: { name: params.new_name, description: 'Anew' },
    });
    await owners('POST', 'default_streams', { stream_id: channel.id });
    await owners('DELETE', 'default_streams', { stream_id: channel.id });
    // This server accepts no incoming email.
    expect(await mine('GET', `${path}/email_address`)).toMatchObject({ email: '' });
    expect(await owners('DELETE', path)).toMatchObject({ result: 'success' });
  });

  it('sets properties, in the current and the previous form', async () => {
    const stream_id = channel.id;
    await mine('POST', 'users/me/subscriptions/properties', {
      subscription_data: [
        { stream_id, property: 'pin_to_top', value: true },
        { stream_id, property: 'color', value: '#f00f00' },
        { stream_id, property: 'in_home_view', value: false },
      ],
    });
    await mine('PATCH', `users/me/subscriptions/${stream_id}`, {
      property: 'push_notifications',
      value: true,
    });
    const { subscriptions } = await mine('GET', 'users/me/subscriptions');
    const values = { pin_to_top: true, color: '#f00f00', is_muted: true, push_notifications: true };
    expect(subscriptions).toContainEqual(expect.objectContaining({ stream_id, ...values }));
  });

  it.each<[by: string, named: () => Params]>([
    ['name', () => ({ stream: channel.name })],
    ['id', () => ({ stream_id: channel.id })],
  ])('mutes a topic by the %s of its channel, and twice', async (_by, named) => {
    for (const op of ['add', 'add', 'remove', 'remove']) {
      const params = { ...named(), topic: 'noise', op };
      await mine('PATCH', 'users/me/subscriptions/muted_topics', params);
    }
    const policy = { stream_id: channel.id, topic: 'noise', visibility_policy: 3 };
    await mine('POST', 'user_topics', policy);
  });

  it('moves and deletes a topic', async () => {
    const { id } = await mine('POST', 'messages', {
      type: 'stream',
      to: channel.name,
      topic: 'moving',
      content: 'x',
    });
    const target = await addChannel(t, {}, [me]);
    // `move_topic` finds an id by topic and sends all that it has.
    await owners('PATCH', `messages/${String(id)}`, {
      stream_id: target.id,
      topic: 'moved',
      propagate_mode: 'change_all',
      send_notification_to_old_thread: true,
      send_notification_to_new_thread: true,
    });
    const path = `streams/${target.id}/delete_topic`;
    expect(await owners('POST', path, { topic_name: 'moved' })).toMatchObject({ complete: true });
  });

  it('puts them into folders', async () => {
    const name = fresh('folder');
    const made = await owners('POST', 'channel_folders/create', { name, description: '' });
    const id = made['channel_folder_id'] as number;
    await owners('PATCH', `streams/${channel.id}`, { folder_id: id });
    await owners('PATCH', `channel_folders/${id}`, { description: 'For scripts' });
    expect(await mine('GET', 'channel_folders', { include_archived: true })).toMatchObject({
      channel_folders: expect.arrayContaining([
        expect.objectContaining({ id, name, description: 'For scripts' }),
      ]) as unknown,
    });
  });
});

describe('people', () => {
  it('reads all of them, one by id or email address, and the user themselves', async () => {
    const params = { client_gravatar: true, include_custom_profile_fields: true };
    const { members } = await mine('GET', 'users', params);
    expect(members).toContainEqual(expect.objectContaining({ user_id: other.user_id }));
    const userEvent = { user: { user_id: other.user_id, full_name: other.full_name } };
    expect(await mine('GET', `users/${other.user_id}`, params)).toMatchObject(userEvent);
    expect(await mine('GET', `users/${other.email}`)).toMatchObject(userEvent);
    expect(await mine('GET', 'users/me')).toMatchObject({ user_id: me.user_id, email: me.email });
  });

  it('creates, changes, deactivates and reactivates a user', async () => {
    const made = await owners('POST', 'users', {
      email: 'new@example.org',
      password: 'a long passphrase',
      full_name: 'New',
      short_name: 'new',
    });
    const id = String(made['user_id']);
    await owners('PATCH', `users/${id}`, { full_name: 'Renewed', role: 300 });
    await owners('PATCH', 'users/new@example.org', { full_name: 'Renewed again' });
    await owners('DELETE', `users/${id}`);
    expect(await owners('GET', `users/${id}`)).toMatchObject({
      user: { full_name: 'Renewed again', role: 300, is_active: false },
    });
    await owners('POST', `users/${id}/reactivate`);
  });

  it('sends and reads presence in each form', async () => {
    const sent = { status: 'active', new_user_input: true, ping_only: false };
    expect(await mine('POST', 'users/me/presence', sent)).toMatchObject({
      presences: { [me.email]: { aggregated: { status: 'active' } } },
    });
    const modern = { status: 'idle', last_update_id: -1, new_user_input: false };
    expect(await mine('POST', 'users/me/presence', modern)).toMatchObject({
      presence_last_update_id: expect.any(Number) as number,
    });
    for (const name of [me.email, String(me.user_id)]) {
      expect(await well(other, 'GET', `users/${name}/presence`)).toMatchObject({
        presence: { aggregated: { status: 'active' } },
      });
    }
    expect(await well(other, 'GET', 'realm/presence')).toMatchObject({
      presences: { [me.email]: { aggregated: { status: 'active' } } },
    });
  });

  it('sets a status', async () => {
    const status = { status_text: 'on the train', emoji_name: 'car' };
    await mine('POST', 'users/me/status', { ...status, away: false });
    expect(await well(other, 'GET', `users/${me.user_id}/status`)).toMatchObject({ status });
  });

  it('mutes a user, and uses alert words', async () => {
    await mine('POST', `users/me/muted_users/${other.user_id}`);
    await mine('DELETE', `users/me/muted_users/${other.user_id}`);
    const words = { alert_words: ['lighthouse', 'granite'] };
    await mine('POST', 'users/me/alert_words', words);
    await mine('DELETE', 'users/me/alert_words', { alert_words: ['Granite'] });
    expect(await mine('GET', 'users/me/alert_words')).toMatchObject({
      alert_words: ['lighthouse'],
    });
  });

  it('changes settings through each of their paths', async () => {
    await mine('PATCH', 'settings', { twenty_four_hour_time: true });
    await mine('PATCH', 'settings/notifications', { enable_offline_email_notifications: false });
    await mine('PATCH', 'settings/display', { left_side_userlist: true });
  });
});

describe('user groups', () => {
  it('creates, changes and reads a group', async () => {
    const name = fresh('group');
    await mine('POST', 'user_groups/create', { name, description: '', members: [me.user_id] });
    const { user_groups } = await mine('GET', 'user_groups');
    const made = (user_groups as { id: number; name: string }[]).find((one) => one.name === name);
    const id = made!.id;
    // The library repeats the group's id in the form.
    const renamed = { group_id: id, name: fresh('group'), description: 'Anew' };
    expect(await mine('PATCH', `user_groups/${id}`, renamed)).toMatchObject({
      ignored_parameters_unsupported: ['group_id'],
    });
    const members = { add: [other.user_id], delete: [me.user_id] };
    await mine('POST', `user_groups/${id}/members`, members);
    expect(await mine('GET', `user_groups/${id}/members`)).toMatchObject({
      members: [other.user_id],
    });
    expect(await mine('GET', `user_groups/${id}/members/${other.user_id}`)).toMatchObject({
      is_user_group_member: true,
    });
    expect(await mine('GET', `user_groups/${id}/subgroups`)).toMatchObject({ subgroups: [] });
    await mine('POST', `user_groups/${id}/deactivate`);
  });
});

describe('the organization', () => {
  it('reads emoji, linkifiers and profile fields, and handles the removed list of filters', async () => {
    expect(await mine('GET', 'realm/emoji')).toHaveProperty('emoji');
    expect(await mine('GET', 'realm/linkifiers')).toHaveProperty('linkifiers');
    expect(await mine('GET', 'realm/profile_fields')).toHaveProperty('custom_fields');
    const gone = await askAsPython(t, me, 'GET', 'realm/filters');
    expect([gone.status, gone.body.result]).toEqual([405, 'error']);
  });

  it('adds, changes, reorders and removes them', async () => {
    const linkifier = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.org/{id}' };
    const { id } = await owners('POST', 'realm/filters', linkifier);
    await owners('PATCH', 'realm/linkifiers', { ordered_linkifier_ids: [id] });
    await owners('DELETE', `realm/filters/${String(id)}`);
    const playground = await owners('POST', 'realm/playgrounds', {
      name: 'Rust',
      pygments_language: 'Rust',
      url_template: 'https://play.example.org/?code={code}',
    });
    await owners('DELETE', `realm/playgrounds/${String(playground['id'])}`);
    const field = { name: 'Phone', hint: '', field_type: 1 };
    const made = await owners('POST', 'realm/profile_fields', field);
    await owners('PATCH', 'realm/profile_fields', { order: [made['id']] });
    const user = { profile_data: [{ id: made['id'], value: '555' }] };
    await owners('PATCH', `users/${other.user_id}`, user);
  });
});

describe('a bot', () => {
  const bot = async () => t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: me.user_id });

  it('keeps its stored values', async () => {
    const robot = await bot();
    const storage = { score: '{"ada": 7}', turn: '"ada"' };
    await well(robot, 'PUT', 'bot_storage', { storage });
    await well(robot, 'DELETE', 'bot_storage', { keys: ['turn'] });
    const { score } = storage;
    expect(await well(robot, 'GET', 'bot_storage')).toMatchObject({ storage: { score } });
    const one = await well(robot, 'GET', 'bot_storage', { keys: ['score'] });
    expect(one).toMatchObject({ storage: { score } });
  });

  it('answers mentions, in a channel that it isn’t in and in direct messages', async () => {
    const robot = await bot();
    // The library's `call_on_each_message`; the bot first requests its own user.
    expect(await well(robot, 'GET', 'users/me')).toMatchObject({ full_name: robot.full_name });
    const queue = await well(robot, 'POST', 'register', {
      event_types: ['message'],
      narrow: [],
    });
    const recipient = { type: 'stream', to: channel.name, topic: 'echo' };
    await mine('POST', 'messages', { ...recipient, content: 'not for a bot' });
    await mine('POST', 'messages', { ...recipient, content: `@**${robot.full_name}** ahoy` });
    await mine('POST', 'messages', { type: 'private', to: [robot.email], content: 'psst' });
    const { events } = await well(robot, 'GET', 'events', {
      queue_id: queue.queue_id,
      last_event_id: queue.last_event_id,
    });
    interface PythonEvent {
      flags: string[];
      message: Record<'type' | 'content' | 'subject' | 'sender_email', string> & {
        stream_id?: number;
        display_recipient: unknown;
      };
    }
    const pythonEvents = events as unknown as PythonEvent[];
    expect(
      pythonEvents.map(({ message, flags }) => [message.type, message.content, flags]),
    ).toEqual([
      ['stream', `@**${robot.full_name}** ahoy`, ['mentioned']],
      ['private', 'psst', []],
    ]);
    const [called, direct] = pythonEvents as [PythonEvent, PythonEvent];
    await well(robot, 'POST', 'messages', {
      type: 'stream',
      to: called.message.display_recipient,
      subject: called.message.subject,
      content: 'ahoy',
    });
    await well(robot, 'POST', 'messages', {
      type: 'private',
      to: direct.message.sender_email,
      content: 'psst',
    });
    const params = { anchor: 'newest', num_before: 9, num_after: 0, apply_markdown: false };
    const echoed = await mine('GET', 'messages', {
      ...params,
      narrow: [['sender', robot.email]],
    });
    expect(echoed['messages']).toMatchObject([{ content: 'ahoy' }, { content: 'psst' }]);
  });
});

it('zulip-terminal: mutes a channel, sends presence and requests its email address', async () => {
  const call = (method: string, path: string, params?: Params) =>
    well(me, method, path, params, pythonAgents.terminal);
  const stream_id = channel.id;
  await call('POST', 'users/me/subscriptions/properties', {
    subscription_data: [{ stream_id, property: 'is_muted', value: true }],
  });
  const presence = await call('POST', 'users/me/presence', {
    status: 'active',
    new_user_input: true,
  });
  expect(presence).toMatchObject({
    presences: { [me.email]: { aggregated: { status: 'active' } } },
  });
  expect(await call('GET', `streams/${stream_id}/email_address`)).toHaveProperty('email');
});
