import type { RealmRow } from '../model';
import type { SystemGroups } from '../permissions/load';
import type { RealmPermission } from '../permissions/table';
import { realmSettingOf } from '../realm/settings';

/** Older clients' policies by the group that now has the permission. */
const creating = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
};
const creatingWebPublic = {
  'role:administrators': 2,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
};
const mentioning = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};

/**
 * Values of settings that others have replaced, as close as possible, because older clients need
 * them. https://zulip.com/api/register-queue
 */
export function replacedSettings(realm: RealmRow, groups: SystemGroups): Record<string, unknown> {
  const policy = (
    permission: RealmPermission,
    policies: Readonly<Record<string, number>>,
    nearest: number,
  ) => {
    const value = groups.realmSetting(realm, permission);
    const name = typeof value === 'number' ? groups.name(value) : undefined;
    return (name === undefined ? undefined : policies[name]) ?? nearest;
  };
  return {
    realm_mandatory_topics: realmSettingOf(realm, 'topics_policy') === 'disable_empty_topic',
    realm_allow_edit_history:
      realmSettingOf(realm, 'message_edit_history_visibility_policy') !== 'none',
    realm_create_public_stream_policy: policy('can_create_public_channel_group', creating, 2),
    realm_create_private_stream_policy: policy('can_create_private_channel_group', creating, 2),
    realm_create_web_public_stream_policy: policy(
      'can_create_web_public_channel_group',
      creatingWebPublic,
      2,
    ),
    realm_wildcard_mention_policy: policy('can_mention_many_users_group', mentioning, 5),
  };
}
