import type { RealmPermissionName } from '../../api/realm-permissions';
import { m } from '$lib/paraglide/messages';

/** What each permission allows, in display order. */
export const realmPermissionLabels: Readonly<Record<RealmPermissionName, () => string>> = {
  can_access_all_users_group: m.organization_may_can_access_all_users_group,
  can_invite_users_group: m.organization_may_can_invite_users_group,
  create_multiuse_invite_group: m.organization_may_create_multiuse_invite_group,
  can_create_groups: m.organization_may_can_create_groups,
  can_manage_all_groups: m.organization_may_can_manage_all_groups,
  can_create_public_channel_group: m.organization_may_can_create_public_channel_group,
  can_create_private_channel_group: m.organization_may_can_create_private_channel_group,
  can_create_web_public_channel_group: m.organization_may_can_create_web_public_channel_group,
  can_add_subscribers_group: m.organization_may_can_add_subscribers_group,
  direct_message_initiator_group: m.organization_may_direct_message_initiator_group,
  direct_message_permission_group: m.organization_may_direct_message_permission_group,
  can_mention_many_users_group: m.organization_may_can_mention_many_users_group,
  can_move_messages_between_topics_group: m.organization_may_can_move_messages_between_topics_group,
  can_move_messages_between_channels_group:
    m.organization_may_can_move_messages_between_channels_group,
  can_resolve_topics_group: m.organization_may_can_resolve_topics_group,
  can_set_topics_policy_group: m.organization_may_can_set_topics_policy_group,
  can_delete_any_message_group: m.organization_may_can_delete_any_message_group,
  can_delete_own_message_group: m.organization_may_can_delete_own_message_group,
  can_set_delete_message_policy_group: m.organization_may_can_set_delete_message_policy_group,
  can_summarize_topics_group: m.organization_may_can_summarize_topics_group,
  can_create_bots_group: m.organization_may_can_create_bots_group,
  can_create_write_only_bots_group: m.organization_may_can_create_write_only_bots_group,
  can_add_custom_emoji_group: m.organization_may_can_add_custom_emoji_group,
  can_manage_billing_group: m.organization_may_can_manage_billing_group,
};
