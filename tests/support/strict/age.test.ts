import { describe, expect, it } from 'vitest';
import { updateStream } from '../../../src/lib/api/channels';
import { updateRealm } from '../../../src/lib/api/realm';
import { getMessages } from '../../../src/lib/api/read-messages';
import { Age } from './age';
import { methodsAt } from './routes';

const old = new Age(247);
const young = new Age(372);
const foreign = { avatar: (id: number) => `https://a/${id}`, icon: 'https://a/icon' };

const refused = (values: Record<string, string>) => old.refused(new URLSearchParams(values));
const narrow = (...terms: unknown[]) => refused({ narrow: JSON.stringify(terms) });

describe('a server of level 247', () => {
  it('lacks newer operators, operands, parameters and keywords', () => {
    expect(narrow({ operator: 'channel', operand: 7 })).toContain('channel');
    expect(narrow(['with', '7'])).toContain('with');
    expect(narrow({ operator: 'is', operand: 'followed' })).toContain('followed');
    expect(old.ignored(getMessages, ['allow_empty_topic_name', 'anchor'])).toEqual([
      'allow_empty_topic_name',
    ]);
    expect(refused({ type: 'channel' })).toBe('type channel');
    const names = ['can_send_message_group', 'can_remove_subscribers_group', 'stream_post_policy'];
    expect(old.ignored(updateStream, names)).toEqual(['can_send_message_group']);
    expect(narrow({ operator: 'stream', operand: 7 }, { operator: 'topic', operand: 'a' })).toBe(
      null,
    );
    expect(refused({ type: 'stream', to: '7', topic: '(no topic)' })).toBeNull();
  });

  it('returns nothing newer, and pictures on another host', () => {
    expect(
      old.asSent(
        {
          zulip_feature_level: 420,
          realm_url: 'x',
          realm_uri: 'x',
          saved_snippets: [],
          realm_can_delete_own_message_group: 3,
          realm_users: [{ user_id: 7, avatar_url: null }],
          drafts: [{ topic: '' }],
          scheduled_messages: [{ topic: '' }],
          streams: [{ stream_id: 1, is_archived: false, can_send_message_group: 3 }],
        },
        foreign,
      ),
    ).toEqual({
      zulip_feature_level: 247,
      realm_uri: 'x',
      realm_users: [{ user_id: 7, avatar_url: 'https://a/7' }],
      drafts: [{ topic: '' }],
      scheduled_messages: [{ topic: '(no topic)' }],
      streams: [{ stream_id: 1 }],
    });
  });
});

describe('a server of level 372', () => {
  it('ignores what it doesn’t know, or no longer knows', () => {
    expect(young.ignored(updateStream, ['folder_id', 'stream_post_policy', 'description'])).toEqual(
      ['folder_id', 'stream_post_policy'],
    );
    expect(young.ignored(updateRealm, ['topics_policy', 'name', 'nosuch'])).toEqual([
      'topics_policy',
      'nosuch',
    ]);
  });

  it('has the counted routes, each with its methods', () => {
    expect(methodsAt(372, '/realm/profile_fields/3')).toEqual(['DELETE', 'PATCH']);
    expect(methodsAt(372, '/users/me')).toEqual(['GET', 'DELETE']);
    expect(methodsAt(372, '/realm/playgrounds')).toEqual(['POST']);
    expect(methodsAt(372, '/channel_folders')).toEqual([]);
    expect(methodsAt(372, '/audit_log')).toEqual([]);
    expect(methodsAt(247, '/saved_snippets')).toEqual([]);
    expect(methodsAt(319, '/saved_snippets/3')).toEqual(['DELETE']);
  });

  it('returns permissions of the organization, but not those of channels that are newer', () => {
    const permissions = {
      realm_can_delete_own_message_group: 3,
      realm_can_set_topics_policy_group: 3,
      realm_topics_policy: 'x',
      streams: [{ can_delete_own_message_group: 3, can_send_message_group: 4 }],
      channel_folders: [],
    };
    expect(young.asSent(permissions, foreign, 'register')).toEqual({
      realm_can_delete_own_message_group: 3,
      streams: [{ can_send_message_group: 4 }],
    });
    const data = { can_delete_own_message_group: 3 };
    const event = { type: 'realm', op: 'update_dict', property: 'default', data };
    expect(young.asSent(event, foreign)).toEqual(event);
  });
});
