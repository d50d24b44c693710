import { describe, expect, it } from 'vitest';
import { recipientObstacle, type SendContext } from './send-obstacle';

const channel = {
  stream_id: 5,
  name: 'design',
  description: '',
  invite_only: false,
  is_archived: false,
  topics_policy: 'inherit' as const,
  can_send_message_group: 1,
};
const user = { user_id: 7, email: 'a@b.c', full_name: 'Ada', is_active: true, is_bot: false };

function around(
  changes: Partial<typeof channel> = {},
  state: Record<string, unknown> = {},
): SendContext {
  return {
    user_id: 7,
    users: new Map([
      [7, user],
      [8, { ...user, user_id: 8, is_active: false }],
    ]),
    channels: new Map([[5, { ...channel, ...changes }]]),
    subscriptions: new Map(),
    state: {
      queue_id: 'q',
      last_event_id: -1,
      zulip_version: '11.0',
      zulip_feature_level: 420,
      max_message_length: 10_000,
      max_topic_length: 60,
      max_stream_name_length: 60,
      event_queue_longpoll_timeout_seconds: 90,
      realm_user_groups: [{ id: 1, name: 'all', members: [7], direct_subgroup_ids: [] }],
      realm_topics_policy: 'allow_empty_topic',
      realm_empty_topic_display_name: 'general chat',
      ...state,
    },
  };
}

const toChannel = (topic: string) => ({ type: 'stream' as const, to: [5], topic });
const toPeople = (...to: number[]) => ({ type: 'private' as const, to, topic: '' });

describe('recipientObstacle', () => {
  it('finds nothing wrong with an open channel and an active person', () => {
    expect(recipientObstacle(toChannel('logo'), around())).toBeNull();
    expect(recipientObstacle(toChannel(''), around())).toBeNull();
    expect(recipientObstacle(toPeople(7), around())).toBeNull();
  });

  it('reports what is wrong with the channel', () => {
    const gone = { ...around(), channels: new Map() };
    expect(recipientObstacle(toChannel('x'), gone)).toBe('channel_gone');
    expect(recipientObstacle(toChannel('x'), around({ is_archived: true }))).toBe(
      'channel_archived',
    );
    expect(recipientObstacle(toChannel('x'), around({ invite_only: true }))).toBe(
      'channel_not_postable',
    );
    const closed = around({}, { realm_user_groups: [{ id: 1, name: 'staff', members: [1] }] });
    expect(recipientObstacle(toChannel('x'), closed)).toBe('channel_not_postable');
  });

  it('follows the topic policy of channel and organization', () => {
    const strict = around({}, { realm_topics_policy: 'disable_empty_topic' });
    expect(recipientObstacle(toChannel(' '), strict)).toBe('topic_missing');
    expect(recipientObstacle(toChannel('general chat'), strict)).toBe('topic_missing');
    expect(recipientObstacle(toChannel('x'.repeat(61)), around())).toBe('topic_too_long');
    expect(recipientObstacle(toChannel('🙂'.repeat(60)), around())).toBeNull();
  });

  it('reports deactivated and unknown people', () => {
    expect(recipientObstacle(toPeople(7, 8), around())).toBe('person_gone');
    expect(recipientObstacle(toPeople(99), around())).toBe('person_gone');
  });

  it('reports nothing before the server’s state is known', () => {
    const early = { ...around(), state: null, channels: new Map() };
    expect(recipientObstacle(toChannel('x'), early)).toBeNull();
    expect(recipientObstacle({ type: '', to: [], topic: '' }, early)).toBe('no_recipient');
  });
});
