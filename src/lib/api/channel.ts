import * as v from 'valibot';
import { groupSetting } from './group-setting';
import { openPicklist } from './open-picklist';

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
  /** Absent before level 333; use `stream_post_policy` then. */
  can_send_message_group: v.optional(groupSetting),
  stream_post_policy: v.optional(v.number()),
  /** Group settings, parsed only when needed: there can be ten thousand channels. */
  can_delete_any_message_group: v.optional(v.unknown()),
  can_delete_own_message_group: v.optional(v.unknown()),
  can_move_messages_within_channel_group: v.optional(v.unknown()),
  can_move_messages_out_of_channel_group: v.optional(v.unknown()),
  can_resolve_topics_group: v.optional(v.unknown()),
  folder_id: v.nullish(v.number()),
  is_recently_active: v.optional(v.boolean()),
  stream_weekly_traffic: v.nullish(v.number()),
  /** Absent before level 394. */
  subscriber_count: v.optional(v.number()),
  /** UNIX seconds. */
  date_created: v.optional(v.number()),
  /** Absent before level 254. */
  creator_id: v.nullish(v.number()),
  can_add_subscribers_group: v.optional(v.unknown()),
  can_administer_channel_group: v.optional(v.unknown()),
  can_subscribe_group: v.optional(v.unknown()),
};

/** https://zulip.com/api/get-streams */
export const channelSchema = v.object(channelEntries);
export type Channel = v.InferOutput<typeof channelSchema>;

/** A channel with the user's subscription settings. https://zulip.com/api/get-subscriptions */
export const subscriptionSchema = v.object({
  ...channelEntries,
  /** `#rrggbb` */
  color: v.string(),
  is_muted: v.boolean(),
  pin_to_top: v.boolean(),
  /** Null: follow the account's setting. */
  desktop_notifications: v.nullish(v.boolean()),
  audible_notifications: v.nullish(v.boolean()),
  push_notifications: v.nullish(v.boolean()),
  email_notifications: v.nullish(v.boolean()),
  wildcard_mentions_notify: v.nullish(v.boolean()),
});
export type Subscription = v.InferOutput<typeof subscriptionSchema>;
