import type { RealmSettingName } from '../../api/realm-settings-table';
import { m } from '$lib/paraglide/messages';
import { flattenGroups, type GroupedLabels } from '../../ui/form/grouped-labels';

export const realmGroupLabels = {
  about: m.organization_group_about,
  newcomers: m.organization_group_newcomers,
  people: m.organization_group_people,
  messages: m.organization_group_messages,
  limits: m.organization_group_limits,
  content: m.organization_group_content,
  announcements: m.organization_group_announcements,
  mail: m.organization_group_mail,
} as const;

/** Organization properties that can be changed, including name and description. */
export type RealmPropertyName = RealmSettingName | 'description' | 'name';

export interface RealmSettingLabel {
  readonly group: keyof typeof realmGroupLabels;
  readonly label: () => string;
  readonly hint?: () => string;
  /** Labels of an enumeration, by value. */
  readonly options?: Readonly<Record<string, () => string>>;
  /**
   * State property that is `false` if the server ignores the setting, and the message to show then.
   */
  readonly needs?: { readonly key: string; readonly idle: () => string };
  /** What the values mean, if the schema has no enumeration. */
  readonly kind?: 'channel' | 'private channel' | 'days' | 'language' | 'seconds';
}

/** Labels of each setting, in display order. */
const labelsByGroup = {
  about: {
    name: m.organization_set_name,
    description: {
      label: m.organization_set_description,
      hint: m.organization_set_description_hint,
    },
    org_type: {
      label: m.organization_set_org_type,
      options: {
        0: m.organization_set_org_type_0,
        10: m.organization_set_org_type_10,
        20: m.organization_set_org_type_20,
        30: m.organization_set_org_type_30,
        35: m.organization_set_org_type_35,
        40: m.organization_set_org_type_40,
        50: m.organization_set_org_type_50,
        60: m.organization_set_org_type_60,
        70: m.organization_set_org_type_70,
        80: m.organization_set_org_type_80,
        90: m.organization_set_org_type_90,
        100: m.organization_set_org_type_100,
        1000: m.organization_set_org_type_1000,
      },
    },
    default_language: {
      label: m.organization_set_default_language,
      hint: m.organization_set_default_language_hint,
      kind: 'language',
    },
    want_advertise_in_communities_directory:
      m.organization_set_want_advertise_in_communities_directory,
    enable_spectator_access: {
      label: m.organization_set_enable_spectator_access,
      needs: { key: 'server_web_public_streams_enabled', idle: m.organization_set_idle_web_public },
    },
  },
  newcomers: {
    invite_required: m.organization_set_invite_required,
    emails_restricted_to_domains: m.organization_set_emails_restricted_to_domains,
    disallow_disposable_email_addresses: m.organization_set_disallow_disposable_email_addresses,
    waiting_period_threshold: m.organization_set_waiting_period_threshold,
    send_welcome_emails: m.organization_set_send_welcome_emails,
    welcome_message_custom_text: {
      label: m.organization_set_welcome_message_custom_text,
      hint: m.organization_set_welcome_message_custom_text_hint,
    },
  },
  people: {
    name_changes_disabled: m.organization_set_name_changes_disabled,
    email_changes_disabled: m.organization_set_email_changes_disabled,
    avatar_changes_disabled: m.organization_set_avatar_changes_disabled,
    require_unique_names: m.organization_set_require_unique_names,
    presence_disabled: m.organization_set_presence_disabled,
    enable_read_receipts: m.organization_set_enable_read_receipts,
    enable_guest_user_indicator: m.organization_set_enable_guest_user_indicator,
    enable_guest_user_dm_warning: m.organization_set_enable_guest_user_dm_warning,
  },
  messages: {
    allow_message_editing: m.organization_set_allow_message_editing,
    message_edit_history_visibility_policy: {
      label: m.organization_set_message_edit_history_visibility_policy,
      options: {
        all: m.organization_set_message_edit_history_visibility_policy_all,
        moves: m.organization_set_message_edit_history_visibility_policy_moves,
        none: m.organization_set_message_edit_history_visibility_policy_none,
      },
    },
    topics_policy: {
      label: m.organization_set_topics_policy,
      options: {
        allow_empty_topic: m.organization_set_topics_policy_allow_empty_topic,
        disable_empty_topic: m.organization_set_topics_policy_disable_empty_topic,
      },
    },
  },
  limits: {
    message_content_edit_limit_seconds: {
      label: m.organization_set_message_content_edit_limit_seconds,
      kind: 'seconds',
    },
    message_content_delete_limit_seconds: {
      label: m.organization_set_message_content_delete_limit_seconds,
      kind: 'seconds',
    },
    move_messages_within_stream_limit_seconds: {
      label: m.organization_set_move_messages_within_stream_limit_seconds,
      kind: 'seconds',
    },
    move_messages_between_streams_limit_seconds: {
      label: m.organization_set_move_messages_between_streams_limit_seconds,
      kind: 'seconds',
    },
    message_retention_days: {
      label: m.ui_keep_messages,
      hint: m.ui_keep_messages_hint,
      kind: 'days',
    },
  },
  content: {
    inline_image_preview: m.organization_set_inline_image_preview,
    inline_url_embed_preview: {
      label: m.organization_set_inline_url_embed_preview,
      needs: { key: 'server_inline_url_embed_preview', idle: m.organization_set_idle_previews },
    },
    default_code_block_language: {
      label: m.organization_set_default_code_block_language,
      hint: m.organization_set_default_code_block_language_hint,
    },
    giphy_rating: {
      label: m.organization_set_giphy_rating,
      options: {
        0: m.organization_set_giphy_rating_0,
        1: m.organization_set_giphy_rating_1,
        2: m.organization_set_giphy_rating_2,
        3: m.organization_set_giphy_rating_3,
        4: m.organization_set_giphy_rating_4,
      },
    },
    video_chat_provider: {
      label: m.organization_set_video_chat_provider,
      options: {
        0: m.organization_set_video_chat_provider_0,
        1: m.organization_set_video_chat_provider_1,
      },
    },
    jitsi_server_url: {
      label: m.organization_set_jitsi_server_url,
      hint: m.organization_set_jitsi_server_url_hint,
    },
  },
  announcements: {
    new_stream_announcements_stream_id: {
      label: m.organization_set_new_stream_announcements_stream_id,
      kind: 'channel',
    },
    signup_announcements_stream_id: {
      label: m.organization_set_signup_announcements_stream_id,
      kind: 'channel',
    },
    moderation_request_channel_id: {
      label: m.organization_set_moderation_request_channel_id,
      kind: 'private channel',
    },
    zulip_update_announcements_stream_id: {
      label: m.organization_set_zulip_update_announcements_stream_id,
      kind: 'channel',
    },
  },
  mail: {
    message_content_allowed_in_email_notifications:
      m.organization_set_message_content_allowed_in_email_notifications,
    require_e2ee_push_notifications: m.organization_set_require_e2ee_push_notifications,
    digest_emails_enabled: m.organization_set_digest_emails_enabled,
    digest_weekday: {
      label: m.organization_set_digest_weekday,
      options: {
        0: m.organization_set_digest_weekday_0,
        1: m.organization_set_digest_weekday_1,
        2: m.organization_set_digest_weekday_2,
        3: m.organization_set_digest_weekday_3,
        4: m.organization_set_digest_weekday_4,
        5: m.organization_set_digest_weekday_5,
        6: m.organization_set_digest_weekday_6,
      },
    },
  },
} satisfies GroupedLabels<keyof typeof realmGroupLabels, RealmPropertyName, RealmSettingLabel>;

export const realmSettingLabels: Readonly<Record<RealmPropertyName, RealmSettingLabel>> =
  flattenGroups(labelsByGroup);
