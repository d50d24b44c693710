import type { ChannelPermission } from '../../api/channels';
import type { Channel } from '../../api/channel';
import { m } from '$lib/paraglide/messages';
import type { ChannelField } from './channel-values';

/** In the order in which a form asks for them, what is wanted most first. */
export const permissionWords: Readonly<Record<ChannelPermission, () => string>> = {
  can_send_message_group: m.channels_can_send,
  can_subscribe_group: m.channels_can_subscribe,
  can_add_subscribers_group: m.channels_can_add,
  can_remove_subscribers_group: m.channels_can_remove,
  can_administer_channel_group: m.channels_can_administer,
  can_move_messages_within_channel_group: m.channels_can_move_within,
  can_move_messages_out_of_channel_group: m.channels_can_move_out,
  can_resolve_topics_group: m.channels_can_resolve,
  can_delete_own_message_group: m.channels_can_delete_own,
  can_delete_any_message_group: m.channels_can_delete_any,
};

export const fieldWords: Readonly<Record<Exclude<ChannelField, ChannelPermission>, () => string>> =
  {
    name: m.channels_name,
    description: m.channels_description,
    privacy: m.channels_privacy,
    history_public_to_subscribers: m.channels_history,
    is_default_stream: m.channels_default,
    folder_id: m.channels_folder,
    topics_policy: m.channels_topics_policy,
    retention: m.channels_retention,
    days: m.channels_days,
  };

/** As `ChannelIcon` takes it. */
export function kindOf({ is_archived, is_web_public, invite_only }: Channel) {
  if (is_archived) return 'archived';
  return is_web_public ? 'web' : invite_only ? 'private' : 'public';
}

export const kindWords = {
  public: m.channels_public,
  private: m.channels_private,
  web: m.channels_web_public,
  archived: m.channels_archived,
} as const;
