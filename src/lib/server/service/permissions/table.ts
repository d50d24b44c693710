/** How a group setting behaves, in the API's own form. https://zulip.com/api/register-queue */
export interface GroupSettingRule {
  readonly require_system_group: boolean;
  readonly allow_internet_group: boolean;
  readonly allow_nobody_group: boolean;
  readonly allow_everyone_group: boolean;
  readonly default_group_name: string;
  readonly default_for_system_groups: string | null;
  readonly allowed_system_groups: readonly string[];
}

/** Means only the channel's creator, or no one if unknown. */
export const creatorGroup = 'stream_creator_or_nobody';
export const groupCreatorGroup = 'group_creator';

function rule(default_group_name: string, more: Partial<GroupSettingRule> = {}): GroupSettingRule {
  return {
    require_system_group: false,
    allow_internet_group: false,
    allow_nobody_group: true,
    allow_everyone_group: false,
    default_group_name,
    default_for_system_groups: null,
    allowed_system_groups: [],
    ...more,
  };
}

const everyone = { allow_everyone_group: true };
const never = { allow_nobody_group: false };

const all = 'role:everyone';
const members = 'role:members';
const moderators = 'role:moderators';
const administrators = 'role:administrators';
const owners = 'role:owners';
const nobody = 'role:nobody';

/** Permissions of the organization, by name without the API's `realm_` prefix. */
export const realmPermissions = {
  create_multiuse_invite_group: rule(administrators),
  can_access_all_users_group: rule(all, {
    ...everyone,
    ...never,
    require_system_group: true,
    allowed_system_groups: [all, members],
  }),
  can_add_custom_emoji_group: rule(members),
  can_add_subscribers_group: rule(members),
  can_create_bots_group: rule(members),
  can_create_groups: rule(members),
  can_create_private_channel_group: rule(members),
  can_create_public_channel_group: rule(members),
  can_create_web_public_channel_group: rule(owners, {
    require_system_group: true,
    allowed_system_groups: [moderators, administrators, owners, nobody],
  }),
  can_create_write_only_bots_group: rule(members),
  can_delete_any_message_group: rule(administrators),
  can_delete_own_message_group: rule(all, everyone),
  can_invite_users_group: rule(members),
  can_manage_all_groups: rule(owners, never),
  can_manage_billing_group: rule(administrators, never),
  can_mention_many_users_group: rule(administrators, everyone),
  can_move_messages_between_channels_group: rule(members),
  can_move_messages_between_topics_group: rule(all, everyone),
  can_resolve_topics_group: rule(all, everyone),
  can_set_delete_message_policy_group: rule(moderators),
  can_set_topics_policy_group: rule(members, everyone),
  can_summarize_topics_group: rule(all, everyone),
  direct_message_initiator_group: rule(all, everyone),
  direct_message_permission_group: rule(all, everyone),
} as const;

export const streamPermissions = {
  can_add_subscribers_group: rule(nobody),
  can_administer_channel_group: rule(creatorGroup),
  can_delete_any_message_group: rule(nobody, everyone),
  can_delete_own_message_group: rule(nobody, everyone),
  can_move_messages_out_of_channel_group: rule(nobody, everyone),
  can_move_messages_within_channel_group: rule(nobody, everyone),
  can_remove_subscribers_group: rule(administrators, everyone),
  can_resolve_topics_group: rule(nobody, everyone),
  can_send_message_group: rule(all, everyone),
  can_subscribe_group: rule(nobody),
} as const;

export const groupPermissions = {
  can_add_members_group: rule(groupCreatorGroup, { default_for_system_groups: nobody }),
  can_join_group: rule(nobody, { default_for_system_groups: nobody }),
  can_leave_group: rule(all, { ...everyone, default_for_system_groups: nobody }),
  can_manage_group: rule(groupCreatorGroup, { default_for_system_groups: nobody }),
  can_mention_group: rule(all, { ...everyone, default_for_system_groups: nobody }),
  can_remove_members_group: rule(nobody, { default_for_system_groups: nobody }),
} as const;

/**
 * More groups that a setting refuses as its whole value, which the API's form of a rule can't
 * express. https://zulip.com/api/create-user-group
 */
export const refusedGroups: Readonly<Record<string, readonly string[]>> = {
  can_mention_group: [owners],
};

export type RealmPermission = keyof typeof realmPermissions;
export type StreamPermission = keyof typeof streamPermissions;
export type GroupPermission = keyof typeof groupPermissions;

export const streamPermissionNames = Object.keys(streamPermissions) as StreamPermission[];
export const groupPermissionNames = Object.keys(groupPermissions) as GroupPermission[];
export const allRealmPermissionNames = Object.keys(realmPermissions) as RealmPermission[];
