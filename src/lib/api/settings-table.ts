import * as v from 'valibot';
import { integer, shortText } from './value-schemas';

/** Section of the settings page that shows a setting. */
export type SettingsSection = 'preferences' | 'notifications' | 'privacy';

/** Groups of settings with a legacy event, for clients without `user_settings_object`. */
export type LegacyFamily = 'display' | 'notifications' | 'none';

/**
 * Column of the notification matrix. `all`: one switch for a whole row, which then notifies like a
 * direct message.
 */
export type NotificationColumn = 'desktop' | 'sound' | 'phone' | 'email' | 'all';

export interface SettingEntry<T extends boolean | number | string = boolean | number | string> {
  /** Valid values, for storage and requests. */
  readonly schema: v.GenericSchema<T>;
  /** Value in a new account. */
  readonly default: T;
  readonly section: SettingsSection;
  readonly legacy: LegacyFamily;
  /** Strings are sent raw, everything else as JSON. */
  readonly encoding: 'text' | 'json';
  /** First feature level that has it, if later than the oldest server we support. */
  readonly since?: number;
  /** Where it notifies, if it is a cell of the notification matrix. Its group is the row. */
  readonly column?: NotificationColumn;
}

type Place = readonly [SettingsSection, LegacyFamily?, number?];

function entry<T extends boolean | number | string>(
  schema: v.GenericSchema<T>,
  value: T,
  [section, legacy = 'none', since]: Place,
): SettingEntry<T> {
  const encoding = typeof value === 'string' ? 'text' : 'json';
  return { schema, default: value, section, legacy, encoding, ...(since && { since }) };
}

const yes = (...place: Place) => entry<boolean>(v.boolean(), true, place);
const no = (...place: Place) => entry<boolean>(v.boolean(), false, place);
const number = (schema: v.GenericSchema<number>, value: number, ...place: Place) =>
  entry<number>(schema, value, place);
const oneOf = <const T extends readonly (number | string)[]>(
  values: T,
  value: T[number],
  ...place: Place
) => entry<T[number]>(v.picklist(values), value, place);

const shown: Place = ['preferences', 'display'];
const notice: Place = ['notifications', 'notifications'];
const cell = (column: NotificationColumn, value: boolean, ...place: Place) => ({
  ...entry<boolean>(v.boolean(), value, place),
  column,
});

export const notificationSounds = [
  'zulip',
  'bell',
  'chime',
  'ding',
  'glow',
  'harp',
  'ripple',
  'soft bell',
  'sparkle',
] as const;

export const emojisets = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] as const;

/**
 * All personal settings. Defines what the service stores and validates, what `PATCH /settings`
 * accepts, what events contain and what the settings page shows.
 * https://zulip.com/api/update-settings
 */
export const settingsTable = {
  twenty_four_hour_time: no(...shown),
  web_mark_read_on_scroll_policy: oneOf([1, 2, 3], 1, 'preferences'),
  web_channel_default_view: oneOf([1, 2, 3, 4], 1, 'preferences', 'none', 269),
  starred_message_counts: yes(...shown),
  receives_typing_notifications: yes('privacy', 'display', 253),
  web_suggest_update_timezone: yes('preferences', 'none', 329),
  fluid_layout_width: no(...shown),
  high_contrast_mode: no(...shown),
  web_font_size_px: number(integer, 16, 'preferences'),
  web_line_height_percent: number(integer, 140, 'preferences'),
  color_scheme: oneOf([1, 2, 3], 1, ...shown),
  enable_drafts_synchronization: yes(...shown),
  translate_emoticons: no(...shown),
  display_emoji_reaction_users: yes('preferences'),
  default_language: entry<string>(shortText, 'en', shown),
  web_home_view: oneOf(['recent_topics', 'inbox', 'all_messages'], 'inbox', ...shown),
  web_escape_navigates_to_home_view: yes('preferences'),
  left_side_userlist: no(...shown),
  emojiset: oneOf(['google', 'twitter', 'text'], 'google', ...shown),
  demote_inactive_streams: oneOf([1, 2, 3], 1, ...shown),
  user_list_style: oneOf([1, 2, 3], 2, 'preferences'),
  web_animate_image_previews: oneOf(
    ['always', 'on_hover', 'never'],
    'on_hover',
    'preferences',
    'none',
    275,
  ),
  web_stream_unreads_count_display_policy: oneOf([1, 2, 3], 2, 'preferences'),
  hide_ai_features: no('preferences', 'none', 350),
  web_left_sidebar_show_channel_folders: yes('preferences', 'none', 411),
  web_left_sidebar_unreads_count_summary: yes('preferences', 'none', 398),
  timezone: entry<string>(shortText, '', shown),
  enter_sends: no(...shown),
  web_navigate_to_sent_message: yes('preferences', 'none', 268),

  enable_stream_desktop_notifications: cell('desktop', false, ...notice),
  enable_stream_email_notifications: cell('email', false, ...notice),
  enable_stream_push_notifications: cell('phone', false, ...notice),
  enable_stream_audible_notifications: cell('sound', false, ...notice),
  notification_sound: oneOf([...notificationSounds, 'none'], 'zulip', ...notice),
  enable_desktop_notifications: cell('desktop', true, ...notice),
  enable_sounds: cell('sound', true, ...notice),
  email_notifications_batching_period_seconds: number(
    v.pipe(integer, v.minValue(1), v.maxValue(604_800)),
    120,
    ...notice,
  ),
  enable_offline_email_notifications: cell('email', true, ...notice),
  enable_offline_push_notifications: cell('phone', true, ...notice),
  enable_online_push_notifications: yes(...notice),
  enable_followed_topic_desktop_notifications: cell('desktop', true, 'notifications'),
  enable_followed_topic_email_notifications: cell('email', true, 'notifications'),
  enable_followed_topic_push_notifications: cell('phone', true, 'notifications'),
  enable_followed_topic_audible_notifications: cell('sound', true, 'notifications'),
  enable_digest_emails: yes(...notice),
  enable_marketing_emails: yes(...notice),
  enable_login_emails: yes(...notice),
  message_content_in_email_notifications: yes(...notice),
  pm_content_in_desktop_notifications: yes(...notice),
  wildcard_mentions_notify: cell('all', true, ...notice),
  enable_followed_topic_wildcard_mentions_notify: cell('all', true, 'notifications'),
  desktop_icon_count_display: oneOf([1, 2, 3, 4], 1, ...notice),
  realm_name_in_email_notifications_policy: oneOf([1, 2, 3], 1, ...notice),
  automatically_follow_topics_policy: oneOf([1, 2, 3, 4], 3, 'notifications'),
  automatically_unmute_topics_in_muted_streams_policy: oneOf([1, 2, 3, 4], 2, 'notifications'),
  automatically_follow_topics_where_mentioned: yes('notifications'),
  resolved_topic_notice_auto_read_policy: oneOf(
    ['always', 'except_followed', 'never'],
    'except_followed',
    'notifications',
    'none',
    385,
  ),

  presence_enabled: yes('privacy', 'notifications'),
  send_private_typing_notifications: yes('privacy'),
  send_stream_typing_notifications: yes('privacy'),
  send_read_receipts: yes('privacy'),
  allow_private_data_export: no('privacy', 'none', 293),
  email_address_visibility: oneOf([1, 2, 3, 4, 5], 1, 'privacy'),
} as const;

export type SettingName = keyof typeof settingsTable;
export type UserSettings = {
  -readonly [K in SettingName]: v.InferOutput<(typeof settingsTable)[K]['schema']>;
};

export const settingNames = Object.keys(settingsTable) as SettingName[];
