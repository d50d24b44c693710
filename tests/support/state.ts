import type { Message } from '../../src/lib/api/read-messages';
import type { RegisterState } from '../../src/lib/api/register';
import type { Channel, Subscription } from '../../src/lib/api/channel';
import type { User } from '../../src/lib/api/user';

/** The smallest state of an account that a server can send. */
export function aState(values: Partial<RegisterState> = {}): RegisterState {
  return {
    queue_id: 'q1',
    last_event_id: -1,
    zulip_version: '12.0-inkwell',
    zulip_feature_level: 420,
    ...values,
  };
}

export function aPerson(user_id: number, values: Partial<User> = {}): User {
  return {
    user_id,
    email: `person${user_id}@example.com`,
    full_name: `Person ${user_id}`,
    is_active: true,
    is_bot: false,
    ...values,
  };
}

export function aChannel(stream_id: number, values: Partial<Channel> = {}): Channel {
  return {
    stream_id,
    name: `channel ${stream_id}`,
    description: '',
    invite_only: false,
    ...values,
  };
}

export function aSubscription(stream_id: number, values: Partial<Subscription> = {}): Subscription {
  return {
    ...aChannel(stream_id),
    color: '#336699',
    is_muted: false,
    pin_to_top: false,
    ...values,
  };
}

/** A message in a channel, with Markdown as its content. */
export function aMessage(id: number, values: Partial<Message> = {}): Message {
  const sender = aPerson(values.sender_id ?? 8);
  return {
    id,
    sender_id: sender.user_id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_realm_str: '',
    avatar_url: null,
    client: 'test',
    content: `Message ${id}`,
    content_type: 'text/x-markdown',
    timestamp: 1_700_000_000 + id,
    type: 'stream',
    display_recipient: 'channel 5',
    stream_id: 5,
    subject: 'logo',
    recipient_id: 1,
    is_me_message: false,
    reactions: [],
    submessages: [],
    topic_links: [],
    flags: [],
    ...values,
  };
}
