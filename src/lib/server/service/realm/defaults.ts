/**
 * Settings of an organization by wire name without `realm_`, with the values of a new one. Groups
 * that hold permissions are in `permissions/table.ts`. https://zulip.com/api/register-queue
 */
export const realmDefaults = {
  allow_edit_history: true,
  allow_message_editing: true,
  avatar_changes_disabled: false,
  create_private_stream_policy: 1,
  create_public_stream_policy: 1,
  create_web_public_stream_policy: 6,
  default_code_block_language: '',
  default_language: 'en',
  digest_emails_enabled: false,
  digest_weekday: 1,
  disallow_disposable_email_addresses: true,
  email_changes_disabled: false,
  emails_restricted_to_domains: false,
  enable_guest_user_dm_warning: true,
  enable_guest_user_indicator: true,
  enable_read_receipts: true,
  enable_spectator_access: false,
  giphy_rating: 0,
  inline_image_preview: true,
  inline_url_embed_preview: false,
  invite_required: true,
  jitsi_server_url: null as string | null,
  mandatory_topics: false,
  message_content_allowed_in_email_notifications: true,
  message_content_delete_limit_seconds: 600 as number | null,
  message_content_edit_limit_seconds: 600 as number | null,
  message_edit_history_visibility_policy: 'all' as 'all' | 'moves' | 'none',
  message_retention_days: -1,
  moderation_request_channel_id: -1,
  move_messages_between_streams_limit_seconds: 604_800 as number | null,
  move_messages_within_stream_limit_seconds: 604_800 as number | null,
  name_changes_disabled: false,
  new_stream_announcements_stream_id: -1,
  org_type: 0,
  presence_disabled: false,
  require_e2ee_push_notifications: false,
  require_unique_names: false,
  send_welcome_emails: true,
  signup_announcements_stream_id: -1,
  topics_policy: 'allow_empty_topic' as 'allow_empty_topic' | 'disable_empty_topic',
  video_chat_provider: 0,
  waiting_period_threshold: 0,
  want_advertise_in_communities_directory: false,
  welcome_message_custom_text: '',
  wildcard_mention_policy: 5,
  zulip_update_announcements_stream_id: -1,
} as const;

type Widen<T> = T extends boolean ? boolean : T extends number ? number : T;
export type RealmSettings = {
  -readonly [K in keyof typeof realmDefaults]: Widen<(typeof realmDefaults)[K]>;
};
