import type { RealmPermissionName } from '../realm-permissions';
import { isInRoleGroup, type RoleGroup, type RoleHolder } from '../roles';

/*
 * TODO(server-367): until a setting became a group (`realmPermissionSince`), servers sent a number
 * under another name. https://zulip.com/api/register-queue
 */

type Policy = Readonly<Record<number, RoleGroup | 'role:nobody'>>;

const common: Policy = {
  1: 'role:members',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
  5: 'role:everyone',
  6: 'role:nobody',
  7: 'role:owners',
};
const mentioning: Policy = {
  1: 'role:everyone',
  2: 'role:members',
  3: 'role:fullmembers',
  5: 'role:administrators',
  6: 'role:nobody',
  7: 'role:moderators',
};

const replacedPolicies: Readonly<
  Partial<Record<RealmPermissionName, readonly [name: string, values: Policy]>>
> = {
  can_add_custom_emoji_group: ['add_custom_emoji_policy', common],
  can_add_subscribers_group: ['invite_to_stream_policy', common],
  can_create_bots_group: [
    'bot_creation_policy',
    { 1: 'role:members', 2: 'role:administrators', 3: 'role:administrators' },
  ],
  can_create_groups: ['user_group_edit_policy', common],
  can_create_private_channel_group: ['create_private_stream_policy', common],
  can_create_public_channel_group: ['create_public_stream_policy', common],
  can_create_web_public_channel_group: ['create_web_public_stream_policy', common],
  can_create_write_only_bots_group: [
    'bot_creation_policy',
    { 1: 'role:members', 2: 'role:members', 3: 'role:administrators' },
  ],
  can_delete_own_message_group: ['delete_own_message_policy', common],
  can_invite_users_group: ['invite_to_realm_policy', common],
  can_mention_many_users_group: ['wildcard_mention_policy', mentioning],
  can_move_messages_between_channels_group: ['move_messages_between_streams_policy', common],
  can_move_messages_between_topics_group: ['edit_topic_policy', common],
  direct_message_permission_group: [
    'private_message_policy',
    { 1: 'role:everyone', 2: 'role:nobody' },
  ],
};

/**
 * Whether such a number grants a permission; undefined if the server sends none. Members count as
 * full members, because the state doesn't say when they joined.
 */
export function isGrantedByPolicy(
  name: RealmPermissionName,
  settingOf: (name: string) => unknown,
  user: RoleHolder,
): boolean | undefined {
  const [policy = '', values] = replacedPolicies[name] ?? [];
  const group = values?.[settingOf(policy) as number];
  if (group === undefined) return undefined;
  return group !== 'role:nobody' && isInRoleGroup(user, group);
}
