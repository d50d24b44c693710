import { expect, it } from 'vitest';
import { aPerson, aState } from '../../../../tests/support/state';
import type { RealmPermissionName } from '../../api/realm-permissions';
import { userRole } from '../../api/roles';
import { AccountPermissions } from './account-permissions';

const { owner, administrator, moderator, member, guest } = userRole;

/**
 * The numbers and who they include, as the API documented them for the level where the setting
 * became a group. https://zulip.com/api/register-queue, https://zulip.com/api/changelog
 */
const common = { 1: member, 2: administrator, 3: member, 4: moderator, 5: guest, 6: 0, 7: owner };
const documented: readonly [RealmPermissionName, string, Readonly<Record<number, number>>][] = [
  ['can_add_custom_emoji_group', 'add_custom_emoji_policy', common],
  ['can_add_subscribers_group', 'invite_to_stream_policy', common],
  ['can_create_groups', 'user_group_edit_policy', common],
  ['can_create_private_channel_group', 'create_private_stream_policy', common],
  ['can_create_public_channel_group', 'create_public_stream_policy', common],
  ['can_create_web_public_channel_group', 'create_web_public_stream_policy', common],
  ['can_delete_own_message_group', 'delete_own_message_policy', common],
  ['can_invite_users_group', 'invite_to_realm_policy', common],
  ['can_move_messages_between_channels_group', 'move_messages_between_streams_policy', common],
  ['can_move_messages_between_topics_group', 'edit_topic_policy', common],
  ['direct_message_permission_group', 'private_message_policy', { 1: guest, 2: 0 }],
  [
    'can_mention_many_users_group',
    'wildcard_mention_policy',
    { 1: guest, 2: member, 3: member, 5: administrator, 6: 0, 7: moderator },
  ],
  [
    'can_create_bots_group',
    'bot_creation_policy',
    { 1: member, 2: administrator, 3: administrator },
  ],
  [
    'can_create_write_only_bots_group',
    'bot_creation_policy',
    { 1: member, 2: member, 3: administrator },
  ],
];

function holderOf(role: number, values: object) {
  const user = aPerson(7, { role: role as never });
  const state = aState({ user_id: 7, realm_users: [user], ...values });
  return new AccountPermissions({ state, user_id: 7 }, user);
}

it.each(documented)('a server that sends no %s tells with %s who can', (name, policy, lowest) => {
  for (const [value, least] of Object.entries(lowest)) {
    for (const role of [owner, administrator, moderator, member, guest]) {
      const holder = holderOf(role, { [`realm_${policy}`]: Number(value) });
      expect(`${value} for ${role}: ${holder.realmHas(name)}`).toBe(
        `${value} for ${role}: ${role <= least}`,
      );
    }
  }
  expect(holderOf(member, { [`realm_${policy}`]: 99 }).realmHas(name)).toBeUndefined();
  expect(holderOf(member, {}).realmHas(name)).toBeUndefined();
});

it('the group counts where a server sends both', () => {
  const values = {
    realm_can_add_custom_emoji_group: 2,
    realm_add_custom_emoji_policy: 1,
    realm_user_groups: [{ id: 2, name: 'few', members: [8], direct_subgroup_ids: [] }] as never,
  };
  expect(holderOf(member, values).realmHas('can_add_custom_emoji_group')).toBe(false);
});
