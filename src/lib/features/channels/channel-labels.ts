import type { ChannelPermission } from '../../api/channels';
import type { Channel } from '../../api/channel';
import { channelPermissionLabels } from '../../writing/permissions/channel-permission-labels';
import { m } from '$lib/paraglide/messages';
import type { ChannelFormField } from './channel-form-values';

export const mainPermissionNames: readonly ChannelPermission[] = ['can_send_message_group'];
export const subscriberPermissionNames: readonly ChannelPermission[] = [
  'can_subscribe_group',
  'can_add_subscribers_group',
  'can_remove_subscribers_group',
  'can_administer_channel_group',
];
export const topicPermissionNames: readonly ChannelPermission[] = [
  'can_move_messages_within_channel_group',
  'can_move_messages_out_of_channel_group',
  'can_resolve_topics_group',
  'can_delete_own_message_group',
  'can_delete_any_message_group',
];

export const channelLabels: Readonly<Record<ChannelFormField, () => string>> = {
  name: m.channels_name,
  description: m.channels_description,
  privacy: m.channels_privacy,
  history_public_to_subscribers: m.channels_history,
  is_default_stream: m.channels_default,
  folder_id: m.channels_folder,
  topics_policy: m.channels_topics_policy,
  stream_post_policy: m.channels_can_send,
  retention: m.ui_keep_messages,
  days: m.channels_days,
  ...channelPermissionLabels,
};

/** The kind that `ChannelIcon` expects. */
export function channelIconKind({ is_archived, is_web_public, invite_only }: Channel) {
  if (is_archived) return 'archived';
  return is_web_public ? 'web' : invite_only ? 'private' : 'public';
}

export const channelKindLabels = {
  public: m.channels_public,
  private: m.channels_private,
  web: m.channels_web_public,
  archived: m.channels_archived,
} as const;
