import { describe, expect, it } from 'vitest';
import { asTold, refusedField } from './level-247';

const fields = (values: Record<string, string>) => refusedField(new URLSearchParams(values));
const narrow = (...terms: unknown[]) => fields({ narrow: JSON.stringify(terms) });

describe('a server of level 247', () => {
  it('knows no younger operators, operands, parameters and words', () => {
    expect(narrow({ operator: 'channel', operand: 7 })).toContain('channel');
    expect(narrow(['with', '7'])).toContain('with');
    expect(narrow({ operator: 'is', operand: 'followed' })).toContain('followed');
    expect(fields({ allow_empty_topic_name: 'true' })).toContain('allow_empty_topic_name');
    expect(fields({ type: 'channel' })).toBe('type channel');
    expect(fields({ can_send_message_group: '{"new":3}' })).toContain('can_send_message_group');
    expect(fields({ can_remove_subscribers_group: '{"new":3}' })).toContain('{"new":3}');
    expect(fields({ can_remove_subscribers_group: '3', stream_post_policy: '4' })).toBeNull();
    expect(narrow({ operator: 'stream', operand: 7 }, { operator: 'topic', operand: 'a' })).toBe(
      null,
    );
    expect(fields({ type: 'stream', to: '7', topic: '(no topic)' })).toBeNull();
  });

  it('tells nothing younger, and of pictures on another host', () => {
    const foreign = { avatar: (id: number) => `https://a/${id}`, icon: 'https://a/icon' };
    expect(
      asTold(
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
