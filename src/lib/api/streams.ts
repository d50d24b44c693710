import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define';
import { groupSetting } from './group-setting';
import { openPicklist } from './lenient';
import { topicSchema } from './topic';
import { integer, topic, word } from './values';

export const topicsPolicies = [
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
] as const;

const channelEntries = {
  stream_id: v.number(),
  name: v.string(),
  description: v.string(),
  invite_only: v.boolean(),
  is_web_public: v.optional(v.boolean()),
  /** Absent before level 315. */
  is_archived: v.optional(v.boolean()),
  /** Absent before level 392. */
  topics_policy: v.optional(openPicklist(topicsPolicies)),
  /** Absent before level 333; then `stream_post_policy` says it. */
  can_send_message_group: v.optional(groupSetting),
  stream_post_policy: v.optional(v.number()),
  /** Group settings, read where they are asked about: there may be ten thousand channels. */
  can_delete_any_message_group: v.optional(v.unknown()),
  can_delete_own_message_group: v.optional(v.unknown()),
  can_move_messages_within_channel_group: v.optional(v.unknown()),
  can_move_messages_out_of_channel_group: v.optional(v.unknown()),
  folder_id: v.nullish(v.number()),
  is_recently_active: v.optional(v.boolean()),
  stream_weekly_traffic: v.nullish(v.number()),
  /** Absent before level 394. */
  subscriber_count: v.optional(v.number()),
};

/** https://zulip.com/api/get-streams */
export const channelSchema = v.object(channelEntries);
export type Channel = v.InferOutput<typeof channelSchema>;

/** A channel with the subscriber's own fields. https://zulip.com/api/get-subscriptions */
export const subscriptionSchema = v.object({
  ...channelEntries,
  /** `#rrggbb` */
  color: v.string(),
  is_muted: v.boolean(),
  pin_to_top: v.boolean(),
  /** Null: as in the account's settings. */
  desktop_notifications: v.nullish(v.boolean()),
  audible_notifications: v.nullish(v.boolean()),
  push_notifications: v.nullish(v.boolean()),
  email_notifications: v.nullish(v.boolean()),
  wildcard_mentions_notify: v.nullish(v.boolean()),
});
export type Subscription = v.InferOutput<typeof subscriptionSchema>;

const flag = optional(json(v.boolean()));

/** https://zulip.com/api/get-streams */
export const getStreams = defineOperation({
  id: 'getStreams',
  method: 'GET',
  path: '/streams',
  params: {
    include_public: flag,
    include_web_public: flag,
    include_subscribed: flag,
    exclude_archived: optional(json(v.boolean(), { since: 315 })),
    include_all: optional(json(v.boolean(), { since: 356 })),
    include_all_active: flag,
    include_default: flag,
    include_owner_subscribed: flag,
    include_can_access_content: optional(json(v.boolean(), { since: 356 })),
  },
  result: v.object({
    /** `is_default` comes with `include_default` alone. */
    streams: v.array(v.object({ ...channelEntries, is_default: v.optional(v.boolean()) })),
  }),
});

/** Newest first. https://zulip.com/api/get-stream-topics */
export const getStreamTopics = defineOperation({
  id: 'getStreamTopics',
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  params: {
    stream_id: inPath(integer),
    allow_empty_topic_name: optional(json(v.boolean(), { since: 334 })),
  },
  result: v.object({
    topics: v.array(v.object({ name: topicSchema, max_id: v.number() })),
  }),
});

/** https://zulip.com/api/get-subscriptions */
export const getSubscriptions = defineOperation({
  id: 'getSubscriptions',
  method: 'GET',
  path: '/users/me/subscriptions',
  params: { include_subscribers: optional(text(v.picklist(['true', 'false', 'partial']))) },
  result: v.object({ subscriptions: v.array(subscriptionSchema) }),
});

/**
 * Ids of the active people and bots in a channel. Guests learn them of their own channels only; where
 * they may not be known, 400. https://zulip.com/api/get-subscribers
 */
export const getSubscribers = defineOperation({
  id: 'getSubscribers',
  method: 'GET',
  path: '/streams/{stream_id}/members',
  params: { stream_id: inPath(integer) },
  result: v.object({ subscribers: v.array(v.number()) }),
});

/** Organization administrators, and who may administer the channel. https://zulip.com/api/archive-stream */
export const archiveStream = defineOperation({
  id: 'archiveStream',
  method: 'DELETE',
  path: '/streams/{stream_id}',
  params: { stream_id: inPath(integer) },
  result: v.object({}),
});

/** A channel of whose existence the caller may know. https://zulip.com/api/get-stream-id */
export const getStreamId = defineOperation({
  id: 'getStreamId',
  method: 'GET',
  path: '/get_stream_id',
  params: { stream: text(word) },
  result: v.object({ stream_id: v.number() }),
});

/**
 * Empty where no mail reaches the organization. `sender_id` is the caller, a bot of theirs or the
 * Notification Bot. https://zulip.com/api/get-stream-email-address
 */
export const getStreamEmailAddress = defineOperation({
  id: 'getStreamEmailAddress',
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  params: {
    stream_id: inPath(integer),
    sender_id: optional(json(integer, { since: 335 })),
  },
  result: v.object({ email: v.string() }),
  since: 226,
});

/** The newest messages first, until `complete`. https://zulip.com/api/delete-topic */
export const deleteTopic = defineOperation({
  id: 'deleteTopic',
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  params: { stream_id: inPath(integer), topic_name: text(topic) },
  /** False: there are more, ask again. */
  result: v.object({ complete: v.boolean() }),
});

export const streamOperations = {
  getStreams,
  getStreamId,
  getStreamEmailAddress,
  deleteTopic,
  getStreamTopics,
  getSubscriptions,
  getSubscribers,
  archiveStream,
};
