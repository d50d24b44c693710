import { expect, it } from 'vitest';
import {
  groupPermissions,
  realmPermissions,
  refusedGroups,
  streamPermissions,
  type GroupSettingRule,
} from './table';

/**
 * The documented default, and who can be chosen. E: also everyone. Nobody can be chosen unless
 * stated otherwise. https://zulip.com/api/group-setting-values
 */
function inWords(rules: Readonly<Record<string, GroupSettingRule>>): string[] {
  return Object.entries(rules).map(([name, rule]) => {
    const words = [
      `${name}: ${rule.default_group_name.replace('role:', '')}`,
      rule.allow_everyone_group && 'E',
      !rule.allow_nobody_group && 'not nobody',
      rule.require_system_group &&
        `only ${rule.allowed_system_groups.join().replaceAll('role:', '')}`,
      rule.default_for_system_groups && `of roles ${rule.default_for_system_groups}`,
    ];
    expect(rule.allow_internet_group).toBe(false);
    if (!rule.require_system_group) expect(rule.allowed_system_groups).toEqual([]);
    return words.filter(Boolean).join(', ');
  });
}

it('of the organization', () => {
  expect(inWords(realmPermissions)).toEqual([
    'create_multiuse_invite_group: administrators',
    'can_access_all_users_group: everyone, E, not nobody, only everyone,members',
    'can_add_custom_emoji_group: members',
    'can_add_subscribers_group: members',
    'can_create_bots_group: members',
    'can_create_groups: members',
    'can_create_private_channel_group: members',
    'can_create_public_channel_group: members',
    'can_create_web_public_channel_group: owners, only moderators,administrators,owners,nobody',
    'can_create_write_only_bots_group: members',
    'can_delete_any_message_group: administrators',
    'can_delete_own_message_group: everyone, E',
    'can_invite_users_group: members',
    'can_manage_all_groups: owners, not nobody',
    'can_manage_billing_group: administrators, not nobody',
    'can_mention_many_users_group: administrators, E',
    'can_move_messages_between_channels_group: members',
    'can_move_messages_between_topics_group: everyone, E',
    'can_resolve_topics_group: everyone, E',
    'can_set_delete_message_policy_group: moderators',
    'can_set_topics_policy_group: members, E',
    'can_summarize_topics_group: everyone, E',
    'direct_message_initiator_group: everyone, E',
    'direct_message_permission_group: everyone, E',
  ]);
});

it('of channels', () => {
  expect(inWords(streamPermissions)).toEqual([
    'can_add_subscribers_group: nobody',
    'can_administer_channel_group: stream_creator_or_nobody',
    'can_delete_any_message_group: nobody, E',
    'can_delete_own_message_group: nobody, E',
    'can_move_messages_out_of_channel_group: nobody, E',
    'can_move_messages_within_channel_group: nobody, E',
    'can_remove_subscribers_group: administrators, E',
    'can_resolve_topics_group: nobody, E',
    'can_send_message_group: everyone, E',
    'can_subscribe_group: nobody',
  ]);
});

it('of groups; no one can mention or change role groups', () => {
  const ofRoles = 'of roles role:nobody';
  expect(inWords(groupPermissions)).toEqual([
    `can_add_members_group: group_creator, ${ofRoles}`,
    `can_join_group: nobody, ${ofRoles}`,
    `can_leave_group: everyone, E, ${ofRoles}`,
    `can_manage_group: group_creator, ${ofRoles}`,
    `can_mention_group: everyone, E, ${ofRoles}`,
    `can_remove_members_group: nobody, ${ofRoles}`,
  ]);
  expect(refusedGroups).toEqual({ can_mention_group: ['role:owners'] });
});
