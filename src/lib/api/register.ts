import * as v from 'valibot';
import { customEmojiMap } from './realm-emoji';
import { defineOperation, json, optional, text } from './define-operation';
import { draftRowsSchema } from './draft';
import { openPicklist } from './open-picklist';
import { mutedUserSchema } from './muted-user';
import { navigationViewSchema } from './navigation-view';
import { pushDeviceSchema } from './push-device';
import { realmDomainSchema } from './realm-domain';
import { reminderSchema } from './reminder';
import { savedSnippetSchema } from './saved-snippet';
import { scheduledMessageSchema } from './scheduled-message';
import { stateGroupSchema } from './state-group';
import { userStatusSchema } from './user-status';
import { channelSchema, subscriptionSchema } from './channel';
import { userTopicSchema } from './user-topic';
import { unreadSchema } from './unread';
import { userRoles } from './roles';
import { userSchema } from './user';
import type { UserSettings } from './settings-table';
import { integer, list, topicText, shortText } from './value-schemas';

const yes = v.optional(v.boolean());

/** https://zulip.com/api/register-queue, `client_capabilities`. Unknown keys are dropped. */
export const capabilitiesSchema = v.object({
  /** Servers require it if any capability is sent. */
  notification_settings_null: v.boolean(),
  bulk_message_deletion: yes,
  user_avatar_url_field_optional: yes,
  stream_typing_notifications: yes,
  user_settings_object: yes,
  linkifier_url_template: yes,
  user_list_incomplete: yes,
  include_deactivated_groups: yes,
  archived_channels: yes,
  empty_topic_name: yes,
  simplified_presence_events: yes,
});

/** Servers have about sixty event types. */
const maxEventTypes = 300;

/** Not validated further: unknown values of a newer server must not break the client. */
const settingsSchema = v.custom<Partial<UserSettings & SettingChoices>>(
  (value) => typeof value === 'object' && value !== null,
);

/**
 * Valid values of some settings on this server, in addition to `none`; not all servers send them.
 */
interface SettingChoices {
  readonly available_notification_sounds: readonly string[];
  readonly emojiset_choices: readonly { readonly key: string; readonly text: string }[];
}

const recentDirectSchema = v.object({
  max_message_id: v.number(),
  user_ids: v.array(v.number()),
});
export type RecentDirect = v.InferOutput<typeof recentDirectSchema>;

const known = v.object({
  queue_id: v.nullable(v.string()),
  last_event_id: v.number(),
  zulip_version: v.string(),
  zulip_feature_level: v.number(),
  drafts: v.optional(draftRowsSchema),
  /** By time, including failed ones. Absent before level 179. */
  scheduled_messages: v.optional(v.array(scheduledMessageSchema)),
  /** By time. Absent before level 399. */
  reminders: v.optional(v.array(reminderSchema)),
  /** Absent before level 297. */
  saved_snippets: v.optional(v.array(savedSnippetSchema)),
  user_settings: v.optional(settingsSchema),
  /** The user's own, in the order they were added. */
  alert_words: v.optional(v.array(v.string())),
  muted_users: v.optional(v.array(mutedUserSchema)),
  /** Views that the user has pinned, hidden or created. Absent before level 390. */
  navigation_views: v.optional(v.array(navigationViewSchema)),
  /** By `push_account_id`. Absent before level 406. */
  push_devices: v.optional(v.record(v.string(), pushDeviceSchema)),
  /** By user id; only users who have a status. */
  user_status: v.optional(v.record(v.string(), userStatusSchema)),
  streams: v.optional(v.array(channelSchema)),
  subscriptions: v.optional(v.array(subscriptionSchema)),
  /** Channels that the user has left; `never_subscribed`: channels the user never joined. */
  unsubscribed: v.optional(v.array(channelSchema)),
  never_subscribed: v.optional(v.array(channelSchema)),
  /** Muted, unmuted and followed topics. Absent before level 134. */
  user_topics: v.optional(v.array(userTopicSchema)),
  unread_msgs: v.optional(unreadSchema),
  /** Ids, ascending. */
  starred_messages: v.optional(v.array(v.number())),
  /** Newest first. `user_ids` has the other people, so it's empty for notes to self. */
  recent_private_conversations: v.optional(v.array(recentDirectSchema)),
  realm_users: v.optional(v.array(userSchema)),
  realm_non_active_users: v.optional(v.array(userSchema)),
  cross_realm_bots: v.optional(v.array(userSchema)),
  user_id: v.optional(v.number()),
  email: v.optional(v.string()),
  delivery_email: v.optional(v.string()),
  full_name: v.optional(v.string()),
  avatar_url: v.nullish(v.string()),
  is_admin: v.optional(v.boolean()),
  is_guest: v.optional(v.boolean()),
  can_create_public_streams: v.optional(v.boolean()),
  can_create_private_streams: v.optional(v.boolean()),
  can_create_web_public_streams: v.optional(v.boolean()),
  role: v.optional(openPicklist(userRoles)),
  realm_user_groups: v.optional(v.array(stateGroupSchema)),
  realm_emoji: v.optional(customEmojiMap),
  realm_name: v.optional(v.string()),
  realm_url: v.optional(v.string()),
  /** The only name before level 257. */
  realm_uri: v.optional(v.string()),
  realm_icon_url: v.optional(v.string()),
  realm_name_changes_disabled: v.optional(v.boolean()),
  realm_email_changes_disabled: v.optional(v.boolean()),
  realm_avatar_changes_disabled: v.optional(v.boolean()),
  /** Absent before level 392; use `realm_mandatory_topics` then. */
  realm_topics_policy: v.optional(v.string()),
  realm_mandatory_topics: v.optional(v.boolean()),
  realm_empty_topic_display_name: v.optional(v.string()),
  realm_can_delete_own_message_group: v.optional(v.unknown()),
  realm_can_delete_any_message_group: v.optional(v.unknown()),
  realm_can_move_messages_between_topics_group: v.optional(v.unknown()),
  realm_can_move_messages_between_channels_group: v.optional(v.unknown()),
  /** Absent before level 367. */
  realm_can_resolve_topics_group: v.optional(v.unknown()),
  /** Channel for reported messages; -1: none. Absent before level 331. */
  realm_moderation_request_channel_id: v.optional(v.number()),
  realm_allow_message_editing: v.optional(v.boolean()),
  /** Null means no limit, for this and the next two limits. */
  realm_message_content_edit_limit_seconds: v.nullish(v.number()),
  realm_move_messages_within_stream_limit_seconds: v.nullish(v.number()),
  realm_move_messages_between_streams_limit_seconds: v.nullish(v.number()),
  /** `all`, `moves` or `none`. Absent before level 358; use `realm_allow_edit_history` then. */
  realm_message_edit_history_visibility_policy: v.optional(v.string()),
  realm_allow_edit_history: v.optional(v.boolean()),
  realm_enable_read_receipts: v.optional(v.boolean()),
  /** If true, no one's presence is shown to anyone. */
  realm_presence_disabled: v.optional(v.boolean()),
  /**
   * Seconds between pings. A user counts as offline after `server_presence_offline_threshold_seconds`
   * without one.
   */
  server_presence_ping_interval_seconds: v.optional(v.number()),
  server_presence_offline_threshold_seconds: v.optional(v.number()),
  /** Absent before level 352. */
  realm_can_mention_many_users_group: v.optional(v.unknown()),
  /** Absent before level 270. */
  realm_direct_message_permission_group: v.optional(v.unknown()),
  realm_message_content_delete_limit_seconds: v.nullish(v.number()),
  /** Allowed values of each permission; parsed by the pages that edit permissions. */
  server_supported_permission_settings: v.optional(v.unknown()),
  /** Newest message the user has received or sent; -1 if there is none. */
  max_message_id: v.optional(v.number()),
  max_file_upload_size_mib: v.optional(v.number()),
  max_message_length: v.optional(v.number()),
  max_topic_length: v.optional(v.number()),
  max_stream_name_length: v.optional(v.number()),
  event_queue_longpoll_timeout_seconds: v.optional(v.number()),
  /** Parsed by the organization pages, with the schemas of their operations. */
  realm_linkifiers: v.optional(v.array(v.unknown())),
  realm_playgrounds: v.optional(v.array(v.unknown())),
  custom_profile_fields: v.optional(v.array(v.unknown())),
  realm_default_streams: v.optional(v.array(v.unknown())),
  realm_domains: v.optional(v.array(realmDomainSchema)),
  realm_user_settings_defaults: v.optional(v.record(v.string(), v.unknown())),
});

/** Keys not listed here, for example most organization settings, are kept unparsed. */
const stateSchema: v.GenericSchema<unknown, v.InferOutput<typeof known>> = v.looseObject(
  known.entries,
);

/**
 * Creates an event queue and returns the state that its events update. Only what our pages use is
 * typed; `fetch_event_types` decides which keys are present. https://zulip.com/api/register-queue
 */
export const registerQueue = defineOperation({
  id: 'registerQueue',
  route: 'POST /register',
  params: {
    event_types: optional(json(list(shortText, maxEventTypes))),
    fetch_event_types: optional(json(list(shortText, maxEventTypes))),
    apply_markdown: optional(json(v.boolean())),
    client_gravatar: optional(json(v.boolean())),
    slim_presence: optional(json(v.boolean())),
    include_subscribers: optional(text(v.picklist(['true', 'false', 'partial']))),
    presence_history_limit_days: optional(json(integer, { since: 288 })),
    all_public_streams: optional(json(v.boolean())),
    narrow: optional(json(list(v.strictTuple([shortText, topicText]), 100))),
    client_capabilities: optional(json(capabilitiesSchema)),
    /** Undocumented: seconds without a poll until the queue expires; at most 7 days. */
    queue_lifespan_secs: optional(json(integer)),
  },
  result: stateSchema,
});
export type RegisterState = v.InferOutput<typeof registerQueue.result>;
