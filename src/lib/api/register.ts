import * as v from 'valibot';
import { customEmojiMap } from './realm-emoji';
import { defineOperation, json, optional, text } from './define-operation';
import { draftSchema } from './draft';
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
import { userSchema, userRoles } from './user';
import type { UserSettings } from './settings-table';
import { integer, list, topicText, shortText } from './value-schemas';

const yes = v.optional(v.boolean());

/** https://zulip.com/api/register-queue, `client_capabilities`. Unknown ones are dropped. */
export const capabilitiesSchema = v.object({
  /** Required by the server as soon as any capability is named. */
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

/** Servers know some sixty kinds of event. */
const maxEventTypes = 300;

/** Values of a newer server must not break the client, so the shape is not checked further. */
const settingsSchema = v.custom<Partial<UserSettings & SettingChoices>>(
  (value) => typeof value === 'object' && value !== null,
);

/** What some settings may be on this server, besides `none`; not all tell it. */
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
  drafts: v.optional(v.array(draftSchema)),
  /** By time; those that failed included. Absent before level 179. */
  scheduled_messages: v.optional(v.array(scheduledMessageSchema)),
  /** By time. Absent before level 399. */
  reminders: v.optional(v.array(reminderSchema)),
  /** Absent before level 297. */
  saved_snippets: v.optional(v.array(savedSnippetSchema)),
  user_settings: v.optional(settingsSchema),
  /** One's own, in the order in which they were added. */
  alert_words: v.optional(v.array(v.string())),
  muted_users: v.optional(v.array(mutedUserSchema)),
  /** Those that one has pinned, hidden or made. Absent before level 390. */
  navigation_views: v.optional(v.array(navigationViewSchema)),
  /** By `push_account_id`. Absent before level 406. */
  push_devices: v.optional(v.record(v.string(), pushDeviceSchema)),
  /** By the id of whoever has one. */
  user_status: v.optional(v.record(v.string(), userStatusSchema)),
  streams: v.optional(v.array(channelSchema)),
  subscriptions: v.optional(v.array(subscriptionSchema)),
  /** Left, and never joined. */
  unsubscribed: v.optional(v.array(channelSchema)),
  never_subscribed: v.optional(v.array(channelSchema)),
  /** What topics are muted, unmuted and followed. Absent before level 134. */
  user_topics: v.optional(v.array(userTopicSchema)),
  unread_msgs: v.optional(unreadSchema),
  /** Ids, ascending. */
  starred_messages: v.optional(v.array(v.number())),
  /** Newest first; `user_ids`: the others, nobody where one writes to oneself. */
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
  /** The only spelling before level 257. */
  realm_uri: v.optional(v.string()),
  realm_icon_url: v.optional(v.string()),
  realm_name_changes_disabled: v.optional(v.boolean()),
  realm_email_changes_disabled: v.optional(v.boolean()),
  realm_avatar_changes_disabled: v.optional(v.boolean()),
  /** Absent before level 392; then `realm_mandatory_topics` says it. */
  realm_topics_policy: v.optional(v.string()),
  realm_mandatory_topics: v.optional(v.boolean()),
  realm_empty_topic_display_name: v.optional(v.string()),
  realm_can_delete_own_message_group: v.optional(v.unknown()),
  realm_can_delete_any_message_group: v.optional(v.unknown()),
  realm_can_move_messages_between_topics_group: v.optional(v.unknown()),
  realm_can_move_messages_between_channels_group: v.optional(v.unknown()),
  /** Absent before level 367. */
  realm_can_resolve_topics_group: v.optional(v.unknown()),
  /** Where reports of messages go; -1: nowhere. Absent before level 331. */
  realm_moderation_request_channel_id: v.optional(v.number()),
  realm_allow_message_editing: v.optional(v.boolean()),
  /** Of these limits null is any time. */
  realm_message_content_edit_limit_seconds: v.nullish(v.number()),
  realm_move_messages_within_stream_limit_seconds: v.nullish(v.number()),
  realm_move_messages_between_streams_limit_seconds: v.nullish(v.number()),
  /** `all`, `moves` or `none`. Absent before level 358; then `realm_allow_edit_history` says it. */
  realm_message_edit_history_visibility_policy: v.optional(v.string()),
  realm_allow_edit_history: v.optional(v.boolean()),
  realm_enable_read_receipts: v.optional(v.boolean()),
  /** Nobody's presence is shown to anybody. */
  realm_presence_disabled: v.optional(v.boolean()),
  /** Between two signs of life, and without one until somebody counts as gone. */
  server_presence_ping_interval_seconds: v.optional(v.number()),
  server_presence_offline_threshold_seconds: v.optional(v.number()),
  /** Absent before level 352. */
  realm_can_mention_many_users_group: v.optional(v.unknown()),
  /** Absent before level 270. */
  realm_direct_message_permission_group: v.optional(v.unknown()),
  realm_message_content_delete_limit_seconds: v.nullish(v.number()),
  /** What each permission may be; read by the pages that set some. */
  server_supported_permission_settings: v.optional(v.unknown()),
  /** The newest message that one has received or sent; -1 when there is none. */
  max_message_id: v.optional(v.number()),
  /** Of one file. */
  max_file_upload_size_mib: v.optional(v.number()),
  max_message_length: v.optional(v.number()),
  max_topic_length: v.optional(v.number()),
  max_stream_name_length: v.optional(v.number()),
  event_queue_longpoll_timeout_seconds: v.optional(v.number()),
  /** Read by the pages of the organization, by the schemas of their operations. */
  realm_linkifiers: v.optional(v.array(v.unknown())),
  realm_playgrounds: v.optional(v.array(v.unknown())),
  custom_profile_fields: v.optional(v.array(v.unknown())),
  realm_default_streams: v.optional(v.array(v.unknown())),
  realm_domains: v.optional(v.array(realmDomainSchema)),
  realm_user_settings_defaults: v.optional(v.record(v.string(), v.unknown())),
});

/** What is not named here, such as most settings of the organization, is kept as it came. */
const stateSchema: v.GenericSchema<unknown, v.InferOutput<typeof known>> = v.looseObject(
  known.entries,
);

/**
 * Makes an event queue and reads the state that its events will change. Only what our pages use is
 * typed; which keys come depends on `fetch_event_types`. https://zulip.com/api/register-queue
 */
export const registerQueue = defineOperation({
  id: 'registerQueue',
  method: 'POST',
  path: '/register',
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
    /** Undocumented: seconds without a poll after which the queue goes, at most 7 days. */
    queue_lifespan_secs: optional(json(integer)),
  },
  result: stateSchema,
});
export type RegisterState = v.InferOutput<typeof registerQueue.result>;

export const registerOperations = { registerQueue };
