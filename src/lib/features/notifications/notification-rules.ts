import type { Message } from '../../api/read-messages';
import type { SettingName, UserSettings } from '../../api/settings-table';
import type { Subscription } from '../../api/channel';
import { topicVisibilityPolicy } from '../../api/user-topic';
import type { MessageRecipient } from '../../writing/recipients/recipient';

/** Account data that the rules need. */
export interface NotificationContext {
  readonly own: number | undefined;
  readonly setting: <K extends SettingName>(name: K) => UserSettings[K] | undefined;
  readonly subscription: (stream_id: number) => Subscription | undefined;
  /** Policy of the topic, a `topicVisibilityPolicy` value. */
  readonly policy: (stream_id: number, topic: string) => number;
  readonly isMutedPerson: (user_id: number) => boolean;
}

/** How to notify about a new message. */
export interface NotificationDecision {
  readonly desktop: boolean;
  readonly sound: boolean;
}

const silence: NotificationDecision = { desktop: false, sound: false };

/**
 * Applies the account's settings like the official clients: a personal mention notifies even in a
 * muted conversation, but not if the sender is muted.
 * https://zulip.com/help/desktop-notifications https://zulip.com/help/mute-a-topic
 */
export function decideNotification(
  { sender_id }: Pick<Message, 'sender_id'>,
  flags: readonly string[],
  { type, to, topic }: MessageRecipient,
  source: NotificationContext,
): NotificationDecision {
  const { own, setting, subscription, policy, isMutedPerson } = source;
  if (sender_id === own || flags.includes('read') || isMutedPerson(sender_id)) return silence;
  const toMe = {
    desktop: setting('enable_desktop_notifications') ?? true,
    sound: setting('enable_sounds') ?? true,
  };
  if (type !== 'stream' || flags.includes('mentioned')) return toMe;
  const [stream_id = 0] = to;
  const channel = subscription(stream_id);
  const visibility = policy(stream_id, topic);
  const isFollowed = visibility === topicVisibilityPolicy.followed;
  const isMuted =
    visibility === topicVisibilityPolicy.muted ||
    (visibility === topicVisibilityPolicy.none && (channel?.is_muted ?? false));
  if (isMuted && !isFollowed) return silence;
  const wildcard = wildcards.some((flag) => flags.includes(flag));
  const isCalled =
    (wildcard &&
      ((channel?.wildcard_mentions_notify ?? setting('wildcard_mentions_notify') ?? true) ||
        (isFollowed && setting('enable_followed_topic_wildcard_mentions_notify') !== false))) ||
    flags.includes('has_alert_word');
  if (isCalled) return toMe;
  return {
    desktop:
      (isFollowed && setting('enable_followed_topic_desktop_notifications') !== false) ||
      (channel?.desktop_notifications ?? setting('enable_stream_desktop_notifications') ?? false),
    sound:
      (isFollowed && setting('enable_followed_topic_audible_notifications') !== false) ||
      (channel?.audible_notifications ?? setting('enable_stream_audible_notifications') ?? false),
  };
}

/** Older servers only send the last one. */
const wildcards = ['stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'];
