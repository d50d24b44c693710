import type { RegisterState } from '../../api/register';
import type { Channel } from '../../api/channel';
import { canonicalTopic } from '../../api/topic';
import { resolveRecipient, type RecipientDirectory, type MessageRecipient } from './recipient';
import { hasPostingAccess, hasPostingPermission } from '../../api/permissions/channel';
import { AccountPermissions } from '../permissions/account-permissions';

/**
 * Why a message can't be sent as it is. The first five concern the recipient, the others topic or
 * text.
 */
export type SendObstacle =
  | 'no_recipient'
  | 'channel_gone'
  | 'channel_archived'
  | 'channel_not_postable'
  | 'person_gone'
  | 'topic_missing'
  | 'topic_unwanted'
  | 'topic_too_long'
  | 'blank'
  | 'too_long'
  | 'null_byte';

/** The part of a message to change. */
export type ObstacleRemedy = 'recipient' | 'topic' | 'text';

export function remedyOf(obstacle: SendObstacle): ObstacleRemedy {
  if (obstacle.startsWith('topic_')) return 'topic';
  return ['blank', 'too_long', 'null_byte'].includes(obstacle) ? 'text' : 'recipient';
}

export interface SendContext extends RecipientDirectory {
  /** Null until the server has sent it: until then, nothing counts as missing. */
  readonly state: RegisterState | null;
}

/** Why a message can't be sent to this recipient, as far as the client knows. */
export function recipientObstacle(
  recipient: MessageRecipient,
  around: SendContext,
): SendObstacle | null {
  const address = resolveRecipient(recipient, around);
  if (address.kind === 'none') return 'no_recipient';
  if (!around.state) return null;
  if (address.kind === 'people') {
    const reachable = address.people.filter((user) => user.is_active);
    return reachable.length < address.ids.length ? 'person_gone' : null;
  }
  const { channel } = address;
  if (!channel) return 'channel_gone';
  if (channel.is_archived) return 'channel_archived';
  if (!canPostIn(channel, around)) return 'channel_not_postable';
  return topicObstacle(channel, address.topic, around.state);
}

export type TopicRule = 'any' | 'named' | 'unnamed';

/** Which topics a channel allows. https://zulip.com/api/get-streams ("topics_policy") */
export function topicRule(channel: Channel, state: RegisterState): TopicRule {
  const own = channel.topics_policy ?? 'inherit';
  if (own === 'empty_topic_only') return 'unnamed';
  if (own === 'allow_empty_topic') return 'any';
  if (own === 'disable_empty_topic') return 'named';
  const realm = state.realm_topics_policy;
  if (realm !== undefined) return realm === 'disable_empty_topic' ? 'named' : 'any';
  return state.realm_mandatory_topics ? 'named' : 'any';
}

/** Whether the server treats this name as the empty topic. */
export function isUnnamedTopic(topic: string, state: RegisterState): boolean {
  const name = canonicalTopic(topic);
  return name === '' || name === state.realm_empty_topic_display_name;
}

function topicObstacle(channel: Channel, topic: string, state: RegisterState): SendObstacle | null {
  const rule = topicRule(channel, state);
  if (rule === 'named' && isUnnamedTopic(topic, state)) return 'topic_missing';
  if (rule === 'unnamed' && !isUnnamedTopic(topic, state)) return 'topic_unwanted';
  return isTopicTooLong(topic, state) ? 'topic_too_long' : null;
}

export function isTopicTooLong(topic: string, state: RegisterState): boolean {
  return [...topic.trim()].length > (state.max_topic_length ?? 60);
}

/** Archived channels are another obstacle. */
export function canPostIn(channel: Channel, around: SendContext): boolean {
  const { state, user_id, users, subscriptions } = around;
  if (!state || user_id === undefined) return true;
  const holder = new AccountPermissions({ state, user_id }, users.get(user_id));
  return (
    hasPostingAccess(holder, channel, subscriptions.has(channel.stream_id)) &&
    hasPostingPermission(holder, channel)
  );
}
