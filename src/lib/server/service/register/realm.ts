import { giphyRatings, realmSettingNames, videoChatProviders } from '$lib/api/realm-settings-table';
import type { ServiceContext } from '../context';
import { maxBulkNewSubscriptionMessages } from '../channel-changes/subscribe-and-announce';
import { maxStreamDescriptionLength, maxStreamNameLength } from '../channels/names';
import { emptyTopicName } from '../channels/topics';
import { maxMessageLength, maxTopicLength } from '../messages/normalise';
import { passwordLength } from '../passwords';
import { loadSettingSerializer, type SettingSerializer } from '../permissions/setting-serializer';
import {
  groupPermissions,
  allRealmPermissionNames,
  realmPermissions,
  streamPermissions,
  type RealmPermission,
} from '../permissions/table';
import { offlineThreshold, pingInterval } from '../presence/presence-record';
import { listDomains } from '../realm/domains';
import { realmPictureSource, realmPictureUrl } from '../realm/pictures';
import { defaultExternalAccounts } from '../profile/external-accounts';
import { realmSettingOf } from '../realm/settings';
import { maxReminderNoteLength } from '../reminders/compose';
import { minPasswordGuesses } from '../settings/password';
import { maxPictureMib } from '../storage/picture';
import { unixTime } from '../users/wire';
import type { StateReader } from './scope';
import type { RealmRow } from '../model';
import type { SystemGroups } from '../permissions/load';

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
function replacedSettings(realm: RealmRow, groups: SystemGroups): Record<string, unknown> {
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

/** Limits and feature flags of the server itself. https://zulip.com/api/register-queue */
const serverConstants = {
  max_stream_name_length: maxStreamNameLength,
  max_stream_description_length: maxStreamDescriptionLength,
  max_channel_folder_name_length: 60,
  max_channel_folder_description_length: 1024,
  max_topic_length: maxTopicLength,
  max_message_length: maxMessageLength,
  max_reminder_note_length: maxReminderNoteLength,
  max_bulk_new_subscription_messages: maxBulkNewSubscriptionMessages,
  max_avatar_file_size_mib: maxPictureMib,
  max_icon_file_size_mib: 5,
  max_logo_file_size_mib: 5,
  password_min_length: passwordLength.min,
  password_max_length: passwordLength.max,
  password_min_guesses: minPasswordGuesses,
  event_queue_longpoll_timeout_seconds: 90,
  server_presence_ping_interval_seconds: pingInterval,
  server_presence_offline_threshold_seconds: offlineThreshold,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_min_deactivated_realm_deletion_days: null,
  server_max_deactivated_realm_deletion_days: null,
  // Only for uploaded files. Nothing is fetched from elsewhere.
  server_inline_image_preview: true,
  server_inline_url_embed_preview: false,
  server_thumbnail_formats: [],
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_jitsi_server_url: null,
  server_can_summarize_topics: false,
  jitsi_server_url: '',
  development_environment: false,
  settings_send_digest_emails: false,
  zulip_plan_is_not_limited: true,
  upgrade_text_for_wide_organization_logo: '',
  giphy_rating_options: giphyRatings,
  realm_available_video_chat_providers: videoChatProviders,
  realm_authentication_methods: { Email: { enabled: true, available: true } },
  realm_email_auth_enabled: true,
  realm_password_auth_enabled: true,
  realm_push_notifications_enabled_end_timestamp: null,
  realm_is_zephyr_mirror_realm: false,
  realm_plan_type: 1,
  realm_empty_topic_display_name: emptyTopicName,
  realm_default_external_accounts: defaultExternalAccounts,
  server_supported_permission_settings: {
    realm: realmPermissions,
    stream: streamPermissions,
    group: groupPermissions,
  },
} as const;

/** Changes with every start of the server. */
const server_generation = Math.floor(performance.timeOrigin / 1000);

/** The organization's settings and permissions, and the server's limits. */
function realmBundle(
  { realm, baseUrl, service: { uploads, server } }: ServiceContext,
  groups: SettingSerializer,
): Record<string, unknown> {
  const pictures = (['icon', 'logo', 'night_logo'] as const).flatMap((kind) => [
    [`realm_${kind}_url`, realmPictureUrl(realm, kind)],
    [`realm_${kind}_source`, realmPictureSource(realm, kind)],
  ]);
  const settings = realmSettingNames.map((name) => [`realm_${name}`, realmSettingOf(realm, name)]);
  const permissions = allRealmPermissionNames.map((name) => [
    `realm_${name}`,
    groups.realmSetting(realm, name),
  ]);
  return {
    ...serverConstants,
    max_file_upload_size_mib: uploads.maxFileMib,
    realm_upload_quota_mib: uploads.quotaMib,
    server_web_public_streams_enabled: server.webPublicStreams,
    ...Object.fromEntries([...settings, ...permissions, ...pictures]),
    server_generation,
    realm_push_notifications_enabled: server.hasPush,
    server_emoji_data_url: `${baseUrl}/emoji-data.json`,
    realm_name: realm.name,
    realm_description: realm.description,
    realm_date_created: unixTime(realm.date_created),
    realm_uri: baseUrl,
    realm_url: baseUrl,
    realm_bot_domain: new URL(baseUrl).hostname,
    ...replacedSettings(realm, groups),
  };
}

export const realmStates: Readonly<Record<string, StateReader>> = {
  realm_domains: async ({ context }) => ({ realm_domains: await listDomains(context) }),
  realm: async (scope) => {
    return realmBundle(scope.context, await loadSettingSerializer(scope.context));
  },
};
