import * as v from 'valibot';
import { defineOperation, inPath, json, jsonOrText, optional, text } from './define-operation';
import {
  groupIdBefore,
  groupSetting,
  groupSettingChange,
  groupSettingParam,
} from './group-setting';
import { channelSchema, topicsPolicies } from './channel';
import { ignoredParameterEntries } from './ignored-parameters';
import { integer, list, textUpTo, topicText, shortText } from './value-schemas';

/** People per call: more than the largest known channel has. */
const maxSubscribersPerCall = 20_000;
const maxChannelsPerCall = 1000;

const flag = optional(json(v.boolean()));
const policy = v.picklist(topicsPolicies);

/** Days, the organization's default, or forever. */
const retention = v.union([
  v.picklist(['realm_default', 'unlimited']),
  v.pipe(integer, v.minValue(1, 'must be at least 1'), v.maxValue(1_000_000, 'is too large')),
]);
export type RetentionParam = v.InferOutput<typeof retention>;

/** Permissions in a channel, each with its first feature level. */
const since = {
  can_add_subscribers_group: 342,
  can_administer_channel_group: 325,
  can_delete_any_message_group: 407,
  can_delete_own_message_group: 407,
  can_move_messages_out_of_channel_group: 396,
  can_move_messages_within_channel_group: 396,
  can_remove_subscribers_group: 161,
  can_resolve_topics_group: 402,
  can_send_message_group: 333,
  can_subscribe_group: 357,
} as const;

export type ChannelPermission = keyof typeof since;
export const channelPermissions = Object.keys(since) as ChannelPermission[];

/**
 * Below this level, servers only have one of these permissions and only accept a system group's id.
 */
const settingsSince = 320;

function groupParameters<In, Out>(schema: v.GenericSchema<In, Out>) {
  const make = (name: ChannelPermission) =>
    optional(json(schema, { since: since[name], wordedFor: groupIdBefore(settingsSince) }));
  return Object.fromEntries(channelPermissions.map((name) => [name, make(name)])) as Record<
    ChannelPermission,
    ReturnType<typeof make>
  >;
}

/**
 * Who can post, on servers without group settings for it: everyone, administrators, full members,
 * moderators.
 */
export const postPolicies = [1, 2, 3, 4] as const;
export type PostPolicy = (typeof postPolicies)[number];
const postPolicy = optional(
  json(v.picklist(postPolicies), { until: since.can_send_message_group }),
);

/** Settings of a new channel, for both operations that create one. */
const creation = {
  announce: flag,
  invite_only: flag,
  is_web_public: flag,
  is_default_stream: flag,
  folder_id: optional(json(v.nullable(integer), { since: 389 })),
  topics_policy: optional(jsonOrText(policy, { since: 392 })),
  history_public_to_subscribers: flag,
  message_retention_days: optional(jsonOrText(retention)),
  send_new_subscription_messages: optional(json(v.boolean(), { since: 397 })),
  ...groupParameters(groupSettingParam),
};

/**
 * Creates a channel. Only the listed people are subscribed: not even the creator is, unless listed.
 * If the name is taken, even by an archived channel: 409 CHANNEL_ALREADY_EXISTS.
 * https://zulip.com/api/create-channel
 */
export const createChannel = defineOperation({
  id: 'createChannel',
  route: 'POST /channels/create',
  since: 417,
  params: {
    name: text(shortText),
    /** Markdown; line breaks become spaces. */
    description: optional(text(topicText)),
    subscribers: json(list(integer, maxSubscribersPerCall)),
    ...creation,
  },
  result: v.object({ id: v.number(), ...ignoredParameterEntries }),
});

const color = v.pipe(
  textUpTo(7),
  v.regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, 'must be a colour such as #76ce90'),
);

/** Channels by name. Description and color only apply to new channels. */
export const requestedChannels = list(
  v.strictObject({ name: shortText, description: v.optional(topicText), color: v.optional(color) }),
  maxChannelsPerCall,
);

/**
 * Subscribes the caller or others, and creates channels that don't exist. If the caller can't join
 * one of the channels, the whole call fails, unless `authorization_errors_fatal` is false.
 * https://zulip.com/api/subscribe
 */
export const subscribe = defineOperation({
  id: 'subscribe',
  route: 'POST /users/me/subscriptions',
  params: {
    subscriptions: json(requestedChannels),
    /** Ids or email addresses; the caller if omitted. */
    principals: optional(
      json(
        v.union([list(integer, maxSubscribersPerCall), list(textUpTo(254), maxSubscribersPerCall)]),
      ),
    ),
    authorization_errors_fatal: flag,
    stream_post_policy: postPolicy,
    ...creation,
  },
  result: v.object({
    /** Channel names by user id; by email address before level 289. */
    subscribed: v.record(v.string(), v.array(v.string())),
    already_subscribed: v.record(v.string(), v.array(v.string())),
    /** Only if `authorization_errors_fatal` is false. */
    unauthorized: v.optional(v.array(v.string())),
    new_subscription_messages_sent: v.optional(v.boolean()),
    ...ignoredParameterEntries,
  }),
});

const groupFields = Object.fromEntries(
  channelPermissions.map((name) => [name, v.optional(groupSetting)]),
) as Record<ChannelPermission, ReturnType<typeof v.optional<typeof groupSetting, undefined>>>;

/** A channel with all of its settings. Older servers omit the optional ones. */
export const channelDetailsSchema = v.object({
  ...channelSchema.entries,
  rendered_description: v.string(),
  /** UNIX seconds. */
  date_created: v.number(),
  creator_id: v.nullish(v.number()),
  message_retention_days: v.nullable(v.number()),
  history_public_to_subscribers: v.boolean(),
  first_message_id: v.nullable(v.number()),
  ...groupFields,
});
export type ChannelDetails = v.InferOutput<typeof channelDetailsSchema>;

/** https://zulip.com/api/get-stream-by-id */
export const getStreamById = defineOperation({
  id: 'getStreamById',
  route: 'GET /streams/{stream_id}',
  params: { stream_id: inPath(integer) },
  result: v.object({ stream: channelDetailsSchema }),
});

/** Omitted parameters stay unchanged. https://zulip.com/api/update-stream */
export const updateStream = defineOperation({
  id: 'updateStream',
  route: 'PATCH /streams/{stream_id}',
  params: {
    stream_id: inPath(integer),
    new_name: optional(text(shortText)),
    description: optional(text(topicText)),
    is_private: flag,
    is_web_public: flag,
    history_public_to_subscribers: flag,
    is_default_stream: flag,
    message_retention_days: optional(jsonOrText(retention)),
    /** Only false, which unarchives the channel. */
    is_archived: optional(json(v.boolean(), { since: 388 })),
    /** Null removes the channel from its folder. */
    folder_id: optional(json(v.nullable(integer), { since: 389 })),
    topics_policy: optional(text(policy, { since: 392 })),
    stream_post_policy: postPolicy,
    ...groupParameters(groupSettingChange),
  },
  result: v.object(ignoredParameterEntries),
});
