import type { ChannelPermission } from '../../api/channels';
import { m } from '$lib/paraglide/messages';

export const channelPermissionLabels: Readonly<Record<ChannelPermission, () => string>> = {
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
