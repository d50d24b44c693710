import { describe, expect, it } from 'vitest';
import { aChannel, aMessage, aPerson, aState } from '../../../../tests/support/state';
import type { RegisterState } from '../../api/register';
import type { Channel } from '../../api/channel';
import {
  messageChangesOf,
  editObstacle,
  hasVisibleHistory,
  canDeleteMessage,
  movePermissionsOf,
} from './message-permissions';

const sent = 1_700_000_000;
const message = aMessage(1, { sender_id: 7, timestamp: sent });
const theirs = aMessage(2, { sender_id: 8, timestamp: sent });
const groups = [
  { id: 1, name: 'everyone', members: [7, 8], direct_subgroup_ids: [], is_system_group: true },
  { id: 2, name: 'admins', members: [8], direct_subgroup_ids: [], is_system_group: true },
];

function around(values: Partial<RegisterState> = {}, channel: Partial<Channel> = {}, role = 400) {
  return {
    state: aState({ user_id: 7, realm_user_groups: groups as never, ...values }),
    user_id: 7,
    users: new Map([[7, aPerson(7, { role: role as never })]]),
    channels: new Map([[5, aChannel(5, channel)]]),
  };
}

describe('a text can be changed', () => {
  it('by its sender, as long as the organization allows it', () => {
    const limited = around({ realm_message_content_edit_limit_seconds: 600 });
    expect(editObstacle(message, limited, sent + 600)).toBeNull();
    expect(editObstacle(message, limited, sent + 601)).toBe('late');
    expect(editObstacle(theirs, limited, sent)).toBe('other');
    const always = around({ realm_message_content_edit_limit_seconds: null });
    expect(editObstacle(message, always, sent + 1e9)).toBeNull();
    expect(editObstacle(message, around({ realm_allow_message_editing: false }), sent)).toBe('off');
  });

  it('not in an archived channel, nor if it is a poll', () => {
    expect(editObstacle(message, around({}, { is_archived: true }), sent)).toBe('archived');
    expect(editObstacle({ ...message, submessages: [{}] }, around(), sent)).toBe('widget');
  });
});

describe('a message can be deleted', () => {
  it('by anyone with permission to delete any message, in the organization or the channel', () => {
    expect(canDeleteMessage(theirs, around({ realm_can_delete_any_message_group: 1 }), sent)).toBe(
      true,
    );
    const nobody = { realm_can_delete_any_message_group: 2 };
    expect(canDeleteMessage(theirs, around(nobody), sent)).toBe(false);
    expect(
      canDeleteMessage(theirs, around(nobody, { can_delete_any_message_group: 1 }), sent),
    ).toBe(true);
    // A server without this group.
    expect(canDeleteMessage(theirs, around({ is_admin: true }, {}, 200), sent)).toBe(true);
    expect(canDeleteMessage(theirs, around(), sent)).toBe(false);
  });

  it('by its sender in time, where that is allowed', () => {
    const granted = {
      realm_can_delete_any_message_group: 2,
      realm_can_delete_own_message_group: 1,
      realm_message_content_delete_limit_seconds: 60,
    };
    expect(canDeleteMessage(message, around(granted), sent + 60)).toBe(true);
    expect(canDeleteMessage(message, around(granted), sent + 61)).toBe(false);
    const not = { ...granted, realm_can_delete_own_message_group: 2 };
    expect(canDeleteMessage(message, around(not), sent)).toBe(false);
    expect(canDeleteMessage(message, around(), sent)).toBe(true);
  });

  it('not while the account is unknown, also not by the sender', () => {
    const unknown = { ...around(), user_id: undefined };
    unknown.users.set(8, aPerson(8));
    expect(canDeleteMessage(theirs, unknown, sent)).toBe(false);
    expect(canDeleteMessage(message, unknown, sent)).toBe(false);
  });
});

describe('a message can be moved', () => {
  const both = {
    realm_can_move_messages_between_topics_group: 1,
    realm_can_move_messages_between_channels_group: 2,
    realm_move_messages_within_stream_limit_seconds: 60,
  };

  it('between topics and between channels, each by its own permission and limit', () => {
    expect(movePermissionsOf(theirs, around(both), sent)).toEqual({ topic: true, channel: false });
    expect(movePermissionsOf(theirs, around(both), sent + 61)).toEqual({
      topic: false,
      channel: false,
    });
    const out = { can_move_messages_out_of_channel_group: 1 };
    expect(movePermissionsOf(theirs, around(both, out), sent)).toEqual({
      topic: true,
      channel: true,
    });
    // Moderators have no time limit.
    expect(movePermissionsOf(theirs, around(both, {}, 300), sent + 61).topic).toBe(true);
  });

  it('not if it is a direct message, nor out of an archived channel', () => {
    const none = { topic: false, channel: false };
    expect(movePermissionsOf({ ...message, type: 'private' }, around(), sent)).toEqual(none);
    expect(movePermissionsOf(message, around({}, { is_archived: true }), sent)).toEqual(none);
  });
});

describe('the history of a message', () => {
  const edit = { user_id: 7, timestamp: 1, prev_content: 'a' };
  const move = { user_id: 7, timestamp: 1, prev_topic: 'a', topic: 'b' };

  it.each([
    ['nothing', {}, { edited: false, moved: false }],
    ['an edit', { last_edit_timestamp: 1, edit_history: [edit] }, { edited: true, moved: false }],
    ['a move', { last_moved_timestamp: 1, edit_history: [move] }, { edited: false, moved: true }],
    // Before feature level 365.
    [
      'an old move',
      { last_edit_timestamp: 1, edit_history: [move] },
      { edited: false, moved: true },
    ],
    [
      'both, old',
      { last_edit_timestamp: 1, edit_history: [edit, move] },
      { edited: true, moved: true },
    ],
    ['an edit whose history is hidden', { last_edit_timestamp: 1 }, { edited: true, moved: false }],
  ])('is labeled: %s', (_name, values, changes) => {
    expect(messageChangesOf({ ...message, ...values })).toEqual(changes);
  });

  it('can be viewed as the organization allows', () => {
    const edited = { ...message, last_edit_timestamp: 1, edit_history: [edit] };
    expect(hasVisibleHistory(edited, around())).toBe(true);
    expect(hasVisibleHistory(message, around())).toBe(false);
    const policy = (value: string) =>
      around({ realm_message_edit_history_visibility_policy: value });
    expect(hasVisibleHistory(edited, policy('none'))).toBe(false);
    expect(hasVisibleHistory(edited, policy('moves'))).toBe(false);
    expect(hasVisibleHistory({ ...message, last_moved_timestamp: 1 }, policy('moves'))).toBe(true);
    expect(hasVisibleHistory(edited, around({ realm_allow_edit_history: false }))).toBe(false);
  });
});
