import type { SettingName } from '../../api/settings-table';
import { m } from '$lib/paraglide/messages';
import { flattenGroups, type GroupedLabels } from '../../ui/form/grouped-labels';

export interface SettingLabel {
  readonly group: keyof typeof settingGroupLabels;
  readonly label: () => string;
  readonly hint?: () => string;
  /** Labels of an enumeration, by value. */
  readonly options?: Readonly<Record<string, () => string>>;
}

/** Headings within a section. */
export const settingGroupLabels = {
  look: m.settings_group_look,
  time: m.settings_group_time,
  reading: m.settings_group_reading,
  writing: m.settings_group_writing,
  alerts: m.settings_group_alerts,
  direct: m.settings_group_direct,
  channels: m.settings_group_channels,
  followed: m.settings_group_followed,
  topics: m.settings_group_topics,
  mail: m.settings_group_mail,
  seen: m.settings_group_seen,
  typing: m.settings_group_typing,
} as const;

/** Labels of each setting, in display order. */
const labelsByGroup = {
  look: {
    color_scheme: {
      label: m.ui_theme,
      options: {
        1: m.ui_match_system,
        2: m.ui_dark,
        3: m.ui_light,
      },
    },
    high_contrast_mode: m.settings_high_contrast_mode,
    fluid_layout_width: m.settings_fluid_layout_width,
    web_font_size_px: {
      label: m.settings_web_font_size_px,
      hint: m.settings_web_font_size_px_hint,
    },
    web_line_height_percent: {
      label: m.settings_web_line_height_percent,
      hint: m.settings_web_line_height_percent_hint,
    },
    emojiset: {
      label: m.settings_emojiset,
      options: {
        google: m.settings_option_google,
        twitter: m.settings_option_twitter,
        text: m.settings_option_as_names,
      },
    },
    web_animate_image_previews: {
      label: m.settings_web_animate_image_previews,
      options: {
        always: m.settings_option_always_move,
        on_hover: m.settings_option_move_under_the_pointer,
        never: m.settings_option_stand_still,
      },
    },
    user_list_style: {
      label: m.settings_user_list_style,
      options: {
        1: m.settings_option_compact,
        2: m.settings_option_with_status,
        3: m.settings_option_with_picture_and_status,
      },
    },
    left_side_userlist: m.settings_left_side_userlist,
  },
  time: {
    twenty_four_hour_time: m.ui_twenty_four_hour,
    timezone: { label: m.ui_time_zone, hint: m.settings_timezone_hint },
    web_suggest_update_timezone: m.settings_web_suggest_update_timezone,
    default_language: {
      label: m.settings_default_language,
      hint: m.settings_default_language_hint,
    },
  },
  reading: {
    web_home_view: {
      label: m.settings_web_home_view,
      options: {
        recent_topics: m.ui_recent_conversations,
        inbox: m.ui_inbox,
        all_messages: m.ui_combined_feed,
      },
    },
    web_escape_navigates_to_home_view: m.settings_web_escape_navigates_to_home_view,
    web_channel_default_view: {
      label: m.settings_web_channel_default_view,
      options: {
        1: m.settings_option_its_newest_topic,
        2: m.settings_option_all_its_messages,
        3: m.settings_option_the_list_of_its_topics,
        4: m.settings_option_its_newest_unread_topic,
      },
    },
    web_mark_read_on_scroll_policy: {
      label: m.settings_web_mark_read_on_scroll_policy,
      options: {
        1: m.settings_option_always,
        2: m.settings_option_in_a_conversation,
        3: m.settings_option_never,
      },
    },
    starred_message_counts: m.settings_starred_message_counts,
    web_stream_unreads_count_display_policy: {
      label: m.settings_web_stream_unreads_count_display_policy,
      options: {
        1: m.settings_option_all_channels,
        2: m.settings_option_channels_and_topics_that_are_not_muted,
        3: m.settings_option_no_channels,
      },
    },
    web_left_sidebar_unreads_count_summary: m.settings_web_left_sidebar_unreads_count_summary,
    web_left_sidebar_show_channel_folders: m.settings_web_left_sidebar_show_channel_folders,
    demote_inactive_streams: {
      label: m.settings_demote_inactive_streams,
      options: {
        1: m.settings_option_automatically,
        2: m.settings_option_always,
        3: m.settings_option_never,
      },
    },
    display_emoji_reaction_users: m.settings_display_emoji_reaction_users,
    hide_ai_features: m.settings_hide_ai_features,
  },
  writing: {
    enter_sends: {
      label: m.settings_enter_sends,
      hint: m.settings_enter_sends_hint,
    },
    web_navigate_to_sent_message: m.settings_web_navigate_to_sent_message,
    translate_emoticons: m.settings_translate_emoticons,
    enable_drafts_synchronization: {
      label: m.settings_enable_drafts_synchronization,
      hint: m.settings_enable_drafts_synchronization_hint,
    },
  },
  alerts: {
    notification_sound: {
      label: m.settings_notification_sound,
      options: {
        none: m.settings_option_none,
        zulip: m.settings_option_chord,
        bell: m.settings_option_bell,
        chime: m.settings_option_chime,
        ding: m.settings_option_ding,
        glow: m.settings_option_glow,
        harp: m.settings_option_harp,
        ripple: m.settings_option_ripple,
        'soft bell': m.settings_option_soft_bell,
        sparkle: m.settings_option_sparkle,
      },
    },
    pm_content_in_desktop_notifications: m.settings_pm_content_in_desktop_notifications,
    desktop_icon_count_display: {
      label: m.settings_desktop_icon_count_display,
      options: {
        1: m.settings_option_all_unread_messages,
        2: m.settings_option_direct_messages_mentions_and_followed_topics,
        3: m.settings_option_direct_messages_and_mentions,
        4: m.settings_option_none,
      },
    },
    enable_online_push_notifications: m.settings_enable_online_push_notifications,
  },
  direct: {
    enable_desktop_notifications: m.settings_enable_desktop_notifications,
    enable_sounds: m.settings_enable_sounds,
    enable_offline_push_notifications: m.settings_enable_offline_push_notifications,
    enable_offline_email_notifications: m.settings_enable_offline_email_notifications,
    wildcard_mentions_notify: m.settings_wildcard_mentions_notify,
  },
  channels: {
    enable_stream_desktop_notifications: m.settings_enable_stream_desktop_notifications,
    enable_stream_audible_notifications: m.settings_enable_stream_audible_notifications,
    enable_stream_push_notifications: m.settings_enable_stream_push_notifications,
    enable_stream_email_notifications: m.settings_enable_stream_email_notifications,
  },
  followed: {
    enable_followed_topic_desktop_notifications:
      m.settings_enable_followed_topic_desktop_notifications,
    enable_followed_topic_audible_notifications:
      m.settings_enable_followed_topic_audible_notifications,
    enable_followed_topic_push_notifications: m.settings_enable_followed_topic_push_notifications,
    enable_followed_topic_email_notifications: m.settings_enable_followed_topic_email_notifications,
    enable_followed_topic_wildcard_mentions_notify:
      m.settings_enable_followed_topic_wildcard_mentions_notify,
  },
  topics: {
    automatically_follow_topics_policy: {
      label: m.settings_automatically_follow_topics_policy,
      options: {
        1: m.settings_option_that_i_take_part_in,
        2: m.settings_option_that_i_write_to,
        3: m.settings_option_that_i_begin,
        4: m.settings_option_only_those_that_i_choose,
      },
    },
    automatically_unmute_topics_in_muted_streams_policy: {
      label: m.settings_automatically_unmute_topics_in_muted_streams_policy,
      options: {
        1: m.settings_option_that_i_take_part_in,
        2: m.settings_option_that_i_write_to,
        3: m.settings_option_that_i_begin,
        4: m.settings_option_only_those_that_i_choose,
      },
    },
    automatically_follow_topics_where_mentioned:
      m.settings_automatically_follow_topics_where_mentioned,
    resolved_topic_notice_auto_read_policy: {
      label: m.settings_resolved_topic_notice_auto_read_policy,
      options: {
        always: m.settings_option_always,
        except_followed: m.settings_option_except_in_followed_topics,
        never: m.settings_option_never,
      },
    },
  },
  mail: {
    email_notifications_batching_period_seconds: {
      label: m.settings_email_notifications_batching_period_seconds,
      hint: m.settings_email_notifications_batching_period_seconds_hint,
    },
    message_content_in_email_notifications: m.settings_message_content_in_email_notifications,
    realm_name_in_email_notifications_policy: {
      label: m.settings_realm_name_in_email_notifications_policy,
      options: {
        1: m.settings_option_automatically,
        2: m.settings_option_always,
        3: m.settings_option_never,
      },
    },
    enable_digest_emails: m.settings_enable_digest_emails,
    enable_login_emails: m.settings_enable_login_emails,
    enable_marketing_emails: {
      label: m.settings_enable_marketing_emails,
      hint: m.settings_enable_marketing_emails_hint,
    },
  },
  seen: {
    presence_enabled: m.settings_presence_enabled,
    send_read_receipts: m.settings_send_read_receipts,
    email_address_visibility: {
      label: m.settings_email_address_visibility,
      options: {
        1: m.settings_option_everybody,
        2: m.settings_option_members,
        5: m.settings_option_moderators,
        3: m.settings_option_administrators,
        4: m.ui_no_one,
      },
    },
    allow_private_data_export: m.settings_allow_private_data_export,
  },
  typing: {
    send_private_typing_notifications: m.settings_send_private_typing_notifications,
    send_stream_typing_notifications: m.settings_send_stream_typing_notifications,
    receives_typing_notifications: m.settings_receives_typing_notifications,
  },
} satisfies GroupedLabels<keyof typeof settingGroupLabels, SettingName, SettingLabel>;

export const settingLabels: Readonly<Record<SettingName, SettingLabel>> =
  flattenGroups(labelsByGroup);

/**
 * Settings for other apps that nothing here reads. `settings-without-effect.test.ts` checks this
 * against the code.
 */
export const settingsWithoutEffect: ReadonlySet<SettingName> = new Set([
  'fluid_layout_width',
  'emojiset',
  'web_animate_image_previews',
  'user_list_style',
  'left_side_userlist',
  'web_suggest_update_timezone',
  'web_escape_navigates_to_home_view',
  'web_channel_default_view',
  'web_left_sidebar_unreads_count_summary',
  'display_emoji_reaction_users',
  'hide_ai_features',
  'web_navigate_to_sent_message',
  'send_private_typing_notifications',
  'send_stream_typing_notifications',
  'receives_typing_notifications',
]);
