import { describe, expect, it } from 'vitest';
import { parseEvent } from '../../api/event-types';
import type { RegisterState } from '../../api/register';
import {
  aChannel,
  aMessage,
  aPerson,
  aState,
  aSubscription,
} from '../../../../tests/support/state';
import { mergeDirectoryLists } from './merge-directory-lists';
import { applyEvent } from './event-tables';

function after(state: RegisterState, ...events: Record<string, unknown>[]): RegisterState {
  return events.reduce<RegisterState>(
    (now, event, id) => applyEvent(now, parseEvent({ type: '', ...event, id })),
    state,
  );
}

describe('applyEvent', () => {
  it('keeps scheduled messages and reminders sorted by the time they are sent', () => {
    const message = (scheduled_message_id: number, scheduled_delivery_timestamp: number) => ({
      scheduled_message_id,
      scheduled_delivery_timestamp,
      type: 'private',
      to: [1],
      content: 'x',
      rendered_content: '<p>x</p>',
      failed: false,
    });
    const reminder = (reminder_id: number, scheduled_delivery_timestamp: number) => ({
      reminder_id,
      scheduled_delivery_timestamp,
      type: 'private',
      to: [1],
      failed: false,
      content: 'x',
      rendered_content: '<p>x</p>',
      reminder_target_message_id: 9,
    });
    const type = 'scheduled_messages';
    const state = after(
      aState(),
      { type, op: 'add', scheduled_messages: [message(1, 30), message(2, 20)] },
      { type, op: 'add', scheduled_messages: [message(3, 25)] },
      { type, op: 'update', scheduled_message: { ...message(2, 40), failed: true } },
      { type, op: 'remove', scheduled_message_id: 3 },
      { type: 'reminders', op: 'add', reminders: [reminder(1, 30), reminder(2, 20)] },
      { type: 'reminders', op: 'add', reminders: [reminder(3, 10)] },
      { type: 'reminders', op: 'remove', reminder_id: 1 },
    );
    expect(state.scheduled_messages).toEqual([message(1, 30), { ...message(2, 40), failed: true }]);
    expect(state.reminders?.map(({ reminder_id }) => reminder_id)).toEqual([3, 2]);
  });

  it('follows the user’s policies for topics, whatever the case of their names', () => {
    const type = 'user_topic';
    const policy = (topic_name: string, visibility_policy: number, stream_id = 5) => ({
      stream_id,
      topic_name,
      visibility_policy,
    });
    const state = after(
      aState({ user_topics: [policy('logo', 1), policy('logo', 1, 6)] }),
      { type, ...policy('Logo', 3) },
      { type, ...policy('print', 1) },
      { type, ...policy('print', 0) },
    );
    expect(state.user_topics).toEqual([policy('logo', 1, 6), policy('Logo', 3)]);
  });

  it('follows starred messages, and recent direct message conversations', () => {
    const direct = (id: number, ...ids: number[]) => ({
      ...aMessage(id, { type: 'private', subject: '' }),
      display_recipient: ids.map((one) => ({ ...person(one) })),
    });
    const person = (id: number) => ({ id, email: '', full_name: '', is_mirror_dummy: false });
    const flags = { type: 'update_message_flags', flag: 'starred' };
    const state = after(
      aState({
        user_id: 3,
        starred_messages: [2],
        recent_private_conversations: [
          { max_message_id: 1, user_ids: [8, 9] },
          { max_message_id: 1, user_ids: [8] },
        ],
      }),
      { ...flags, op: 'add', messages: [5, 2, 4] },
      { ...flags, op: 'remove', messages: [2], message_details: {} },
      { type: 'message', message: direct(7, 3, 8), flags: ['read'] },
      { type: 'message', message: direct(8, 3), flags: ['read'] },
    );
    expect(state.starred_messages).toEqual([4, 5]);
    expect(state.recent_private_conversations).toEqual([
      { max_message_id: 8, user_ids: [] },
      { max_message_id: 7, user_ids: [8] },
      { max_message_id: 1, user_ids: [8, 9] },
    ]);
  });

  it('follows saved snippets', () => {
    const snippet = (id: number, title: string) => ({ id, title, content: 'x', date_created: 1 });
    const type = 'saved_snippets';
    const state = after(
      aState({ saved_snippets: [snippet(1, 'Thanks')] }),
      { type, op: 'add', saved_snippet: snippet(2, 'Sorry') },
      { type, op: 'add', saved_snippet: snippet(3, 'Bye') },
      { type, op: 'update', saved_snippet: snippet(1, 'Many thanks') },
      { type, op: 'remove', saved_snippet_id: 2 },
    );
    expect(state.saved_snippets).toEqual([snippet(3, 'Bye'), snippet(1, 'Many thanks')]);
  });

  it('follows groups, but not properties that only the groups pages read', () => {
    const group = (id: number, members: number[]) => ({
      id,
      name: `group ${id}`,
      members,
      direct_subgroup_ids: [],
      can_manage_group: 4,
    });
    const type = 'user_group';
    const state = after(
      aState({ realm_user_groups: [group(1, [7])] }),
      { type, op: 'add', group: group(2, []) },
      { type, op: 'add', group: group(3, []) },
      { type, op: 'add_members', group_id: 1, user_ids: [7, 8] },
      { type, op: 'remove_members', group_id: 1, user_ids: [7] },
      { type, op: 'add_subgroups', group_id: 2, direct_subgroup_ids: [1] },
      { type, op: 'update', group_id: 2, data: { name: 'both', can_manage_group: 5 } },
      { type, op: 'remove', group_id: 3 },
    );
    expect(state.realm_user_groups).toEqual([
      group(1, [8]),
      { ...group(2, []), name: 'both', can_manage_group: 5, direct_subgroup_ids: [1] },
    ]);
  });

  it('changes one setting and keeps the others', () => {
    const state = aState({ user_settings: { enter_sends: false, timezone: 'Asia/Tokyo' } });
    const event = { type: 'user_settings', op: 'update', property: 'enter_sends', value: true };
    expect(after(state, event).user_settings).toEqual({
      enter_sends: true,
      timezone: 'Asia/Tokyo',
    });
  });

  it('follows the user’s own new address, not that of others', () => {
    const own = { user_id: 7, delivery_email: 'new@example.org', new_email: 'user7@example.org' };
    const state = after(
      aState({ user_id: 7, email: 'a@example.org', delivery_email: 'a@example.org' }),
      { type: 'realm_user', op: 'update', person: own },
      {
        type: 'realm_user',
        op: 'update',
        person: { ...own, user_id: 8, new_email: 'b@c.example' },
      },
    );
    expect([state.delivery_email, state.email]).toEqual(['new@example.org', 'user7@example.org']);
  });

  it('applies alert words, muted users, views and statuses', () => {
    const [drafts, feed] = ['drafts', 'feed'].map((fragment) => ({ fragment, is_pinned: true }));
    const state = after(
      aState({ navigation_views: [drafts!], user_status: { 1: { away: true } } }),
      { type: 'alert_words', alert_words: ['lunch'] },
      { type: 'muted_users', muted_users: [{ id: 3, timestamp: 5 }] },
      { type: 'navigation_view', op: 'add', navigation_view: feed },
      { type: 'navigation_view', op: 'update', fragment: 'feed', data: { is_pinned: false } },
      { type: 'navigation_view', op: 'remove', fragment: 'drafts' },
      { type: 'user_status', user_id: 1, status_text: 'At lunch', emoji_name: 'car' },
      { type: 'user_status', user_id: 1, emoji_name: '' },
    );
    expect(state).toMatchObject({
      alert_words: ['lunch'],
      muted_users: [{ id: 3, timestamp: 5 }],
      navigation_views: [{ fragment: 'feed', is_pinned: false }],
      user_status: { 1: { away: true, status_text: 'At lunch', emoji_name: '' } },
    });
    expect(state.navigation_views).toHaveLength(1);
  });

  it('renames, deactivates and adds people', () => {
    const state = aState({ realm_users: [aPerson(1), aPerson(2)] });
    const { realm_users } = after(
      state,
      { type: 'realm_user', op: 'update', person: { user_id: 1, full_name: 'New Name' } },
      { type: 'realm_user', op: 'update', person: { user_id: 2, is_active: false } },
      { type: 'realm_user', op: 'add', person: aPerson(3) },
    );
    expect(realm_users?.map(({ user_id }) => user_id)).toEqual([1, 2, 3]);
    expect(realm_users?.[0]?.full_name).toBe('New Name');
    expect(realm_users?.[1]?.is_active).toBe(false);
  });

  it('accepts pictures from this server, and none from elsewhere', () => {
    const avatars = ['/user_avatars/1/a.png', 'https://secure.gravatar.com/avatar/1?d=identicon'];
    const urls = avatars.map((avatar_url) => {
      const event = { type: 'realm_user', op: 'update', person: { user_id: 1, avatar_url } };
      return after(aState({ realm_users: [aPerson(1)] }), event).realm_users?.[0]?.avatar_url;
    });
    expect(urls).toEqual(['/user_avatars/1/a.png', null]);
  });

  it('keeps the name of a deactivated user, because old drafts still show it', () => {
    const event = { type: 'realm_user', op: 'remove', person: { user_id: 1, full_name: 'Ann' } };
    expect(after(aState({ realm_users: [aPerson(1)] }), event).realm_users).toEqual([
      { ...aPerson(1), is_active: false },
    ]);
  });

  it('changes a channel in both lists', () => {
    const state = aState({ streams: [aChannel(7)], subscriptions: [aSubscription(7)] });
    const event = {
      type: 'stream',
      op: 'update',
      stream_id: 7,
      property: 'name',
      value: 'renamed',
    };
    const next = after(state, event);
    expect(next.streams?.[0]?.name).toBe('renamed');
    expect(next.subscriptions?.[0]?.name).toBe('renamed');
    expect(next.subscriptions?.[0]?.color).toBe(aSubscription(7).color);
  });

  it('counts who subscribes to a channel and who leaves it, including the user', () => {
    const of = (count: number) => aChannel(5, { subscriber_count: count });
    const type = 'subscription';
    const begin = aState({ streams: [of(3), aChannel(6)] });
    const count = (state: RegisterState) =>
      state.streams?.map(({ subscriber_count }) => subscriber_count);
    const others = after(
      begin,
      { type, op: 'peer_add', stream_ids: [5, 6], user_ids: [8, 9] },
      { type, op: 'peer_remove', stream_ids: [5], user_ids: [8] },
    );
    expect(count(others)).toEqual([4, undefined]);
    // Lists derived from a list are rebuilt only if something in it has changed.
    expect(others.subscriptions).toBe(begin.subscriptions);
    const joined = { type, op: 'add', subscriptions: [aSubscription(5, of(5))] };
    const inIt = after(others, joined, joined);
    expect(count(inIt)).toEqual([5, undefined]);
    const leave = { type, op: 'remove', subscriptions: [{ stream_id: 5, name: 'x' }] };
    expect(count(after(inIt, leave, leave))).toEqual([4, undefined]);
  });

  it('adds, removes and adds again without duplicates', () => {
    const add = { type: 'subscription', op: 'add', subscriptions: [aSubscription(7)] };
    const remove = { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 7 }] };
    expect(after(aState(), add, add).subscriptions).toHaveLength(1);
    expect(after(aState(), add, remove, add).subscriptions).toHaveLength(1);
    expect(after(aState(), add, remove).subscriptions).toHaveLength(0);
  });

  it('removes a deleted channel from both lists', () => {
    const state = aState({
      streams: [aChannel(7), aChannel(8)],
      subscriptions: [aSubscription(7)],
    });
    const event = { type: 'stream', op: 'delete', streams: [{ stream_id: 7 }] };
    const next = after(state, event);
    expect(next.streams?.map(({ stream_id }) => stream_id)).toEqual([8]);
    expect(next.subscriptions).toEqual([]);
  });

  it('applies organization settings, one or several in one event', () => {
    const next = after(
      aState(),
      { type: 'realm', op: 'update', property: 'name', value: 'Tern & Tallow' },
      { type: 'realm', op: 'update_dict', property: 'icon', data: { icon_url: '/icon.png' } },
    );
    expect(next.realm_name).toBe('Tern & Tallow');
    expect(next.realm_icon_url).toBe('/icon.png');
  });

  it.each([
    { type: 'weather', op: 'update', value: 'sunny' },
    { type: 'heartbeat' },
    { type: 'drafts', op: 'remove', draft_id: 1 },
    { type: 'stream', op: 'update', stream_id: 'seven', property: 'name', value: 'x' },
    { type: 'realm', op: 'update', property: 'no_such_value', value: 1 },
    { type: 'stream', op: 'update', stream_id: 99, property: 'name', value: 'x' },
  ])('leaves the state unchanged after %j', (event) => {
    const state = aState({ streams: [aChannel(7)], realm_users: [aPerson(1)] });
    expect(after(state, event)).toEqual(expect.objectContaining(state));
  });

  it('keeps the old value when the new one is invalid', () => {
    const state = aState({ streams: [aChannel(7)], realm_users: [aPerson(1)], realm_name: 'Old' });
    const next = after(
      state,
      { type: 'stream', op: 'update', stream_id: 7, property: 'name', value: 12 },
      { type: 'realm_user', op: 'update', person: { user_id: 1, full_name: null } },
      { type: 'realm', op: 'update', property: 'name', value: [] },
    );
    expect(next.streams).toEqual(state.streams);
    expect(next.realm_users).toEqual(state.realm_users);
    expect(next.realm_name).toBe('Old');
  });
});

it('replaces the organization’s emoji as a whole', () => {
  const emoji = { id: '2', name: 'b', source_url: '/b', deactivated: false };
  const state = aState({ realm_emoji: { 1: { ...emoji, id: '1' } } });
  const next = after(state, { type: 'realm_emoji', op: 'update', realm_emoji: { 2: emoji } });
  expect(next.realm_emoji).toEqual({ 2: emoji });
});

it('merges all users into one directory and marks who is deactivated', () => {
  const { realm_users } = mergeDirectoryLists(
    aState({
      realm_users: [aPerson(1)],
      realm_non_active_users: [aPerson(2)],
      cross_realm_bots: [aPerson(3)],
    }),
  );
  expect(realm_users?.map(({ user_id, is_active }) => [user_id, is_active])).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ]);
});

it('merges the three channel lists into one', () => {
  const { streams, subscriptions } = mergeDirectoryLists(
    aState({
      streams: undefined,
      subscriptions: [aSubscription(1)],
      unsubscribed: [aChannel(2)],
      never_subscribed: [aChannel(3)],
    }),
  );
  expect(streams?.map(({ stream_id }) => stream_id)).toEqual([1, 2, 3]);
  expect(subscriptions?.map(({ stream_id }) => stream_id)).toEqual([1]);
});
