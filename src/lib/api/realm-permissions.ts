import type { RealmSettingEditor } from './realm-settings-table';

/**
 * Role required to change each permission of the organization, by API name without `realm_`. The
 * register reply's `server_supported_permission_settings` lists the groups each can be set to.
 */
export const realmPermissionEditors = {
  create_multiuse_invite_group: 'owner',
  can_access_all_users_group: 'administrator',
  can_add_custom_emoji_group: 'administrator',
  can_add_subscribers_group: 'administrator',
  can_create_bots_group: 'administrator',
  can_create_groups: 'owner',
  can_create_private_channel_group: 'administrator',
  can_create_public_channel_group: 'administrator',
  can_create_web_public_channel_group: 'administrator',
  can_create_write_only_bots_group: 'administrator',
  can_delete_any_message_group: 'administrator',
  can_delete_own_message_group: 'administrator',
  can_invite_users_group: 'owner',
  can_manage_all_groups: 'owner',
  can_manage_billing_group: 'owner',
  can_mention_many_users_group: 'administrator',
  can_move_messages_between_channels_group: 'administrator',
  can_move_messages_between_topics_group: 'administrator',
  can_resolve_topics_group: 'administrator',
  can_set_delete_message_policy_group: 'administrator',
  can_set_topics_policy_group: 'administrator',
  can_summarize_topics_group: 'administrator',
  direct_message_initiator_group: 'administrator',
  direct_message_permission_group: 'administrator',
} as const satisfies Readonly<Record<string, RealmSettingEditor>>;

export type RealmPermissionName = keyof typeof realmPermissionEditors;
export const realmPermissionNames = Object.keys(realmPermissionEditors) as RealmPermissionName[];

/** First feature level of each permission. https://zulip.com/api/register-queue */
export const realmPermissionSince = {
  create_multiuse_invite_group: 209,
  can_access_all_users_group: 225,
  can_add_custom_emoji_group: 307,
  can_add_subscribers_group: 341,
  can_create_bots_group: 344,
  can_create_groups: 299,
  can_create_private_channel_group: 266,
  can_create_public_channel_group: 264,
  can_create_web_public_channel_group: 280,
  can_create_write_only_bots_group: 344,
  can_delete_any_message_group: 281,
  can_delete_own_message_group: 291,
  can_invite_users_group: 321,
  can_manage_all_groups: 299,
  can_manage_billing_group: 363,
  can_mention_many_users_group: 352,
  can_move_messages_between_channels_group: 310,
  can_move_messages_between_topics_group: 316,
  can_resolve_topics_group: 367,
  can_set_delete_message_policy_group: 407,
  can_set_topics_policy_group: 392,
  can_summarize_topics_group: 350,
  direct_message_initiator_group: 270,
  direct_message_permission_group: 270,
} as const satisfies Readonly<Record<RealmPermissionName, number>>;
