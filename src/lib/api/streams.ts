import * as v from 'valibot';
import { channelSchema, subscriptionSchema } from './channel';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { topicForLevel, topicSchema } from './topic';
import { integer, topicText, shortText } from './value-schemas';

const flag = optional(json(v.boolean()));

/** https://zulip.com/api/get-streams */
export const getStreams = defineOperation({
  id: 'getStreams',
  route: 'GET /streams',
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
    /** `is_default` is only present with `include_default`. */
    streams: v.array(v.object({ ...channelSchema.entries, is_default: v.optional(v.boolean()) })),
  }),
});

/** Newest first. https://zulip.com/api/get-stream-topics */
export const getStreamTopics = defineOperation({
  id: 'getStreamTopics',
  route: 'GET /users/me/{stream_id}/topics',
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
  route: 'GET /users/me/subscriptions',
  params: { include_subscribers: optional(text(v.picklist(['true', 'false', 'partial']))) },
  result: v.object({
    subscriptions: v.array(
      v.object({
        ...subscriptionSchema.entries,
        /**
         * Ids; present if requested and visible to the caller. With `partial`, some channels only
         * list a few.
         */
        subscribers: v.optional(v.array(v.number())),
      }),
    ),
  }),
});

/**
 * Ids of the active people and bots in a channel; guests only get those of their own channels.
 * Fails with 400 if the caller isn't allowed to see them. https://zulip.com/api/get-subscribers
 */
export const getSubscribers = defineOperation({
  id: 'getSubscribers',
  route: 'GET /streams/{stream_id}/members',
  params: { stream_id: inPath(integer) },
  result: v.object({ subscribers: v.array(v.number()) }),
});

/**
 * For organization administrators and people with permission to administer the channel.
 * https://zulip.com/api/archive-stream
 */
export const archiveStream = defineOperation({
  id: 'archiveStream',
  route: 'DELETE /streams/{stream_id}',
  params: { stream_id: inPath(integer) },
});

/** Only for channels the caller can see. https://zulip.com/api/get-stream-id */
export const getStreamId = defineOperation({
  id: 'getStreamId',
  route: 'GET /get_stream_id',
  params: { stream: text(shortText) },
  result: v.object({ stream_id: v.number() }),
});

/**
 * Empty if the organization can't receive email. `sender_id`: the caller, one of their bots, or the
 * Notification Bot. https://zulip.com/api/get-stream-email-address
 */
export const getStreamEmailAddress = defineOperation({
  id: 'getStreamEmailAddress',
  route: 'GET /streams/{stream_id}/email_address',
  params: {
    stream_id: inPath(integer),
    sender_id: optional(json(integer, { since: 335 })),
  },
  result: v.object({ email: v.string() }),
  since: 226,
});

/**
 * Deletes the newest messages first; call again until `complete`.
 * https://zulip.com/api/delete-topic
 */
export const deleteTopic = defineOperation({
  id: 'deleteTopic',
  route: 'POST /streams/{stream_id}/delete_topic',
  params: { stream_id: inPath(integer), topic_name: text(topicText, { wordedFor: topicForLevel }) },
  /** False: messages are left, call again. */
  result: v.object({ complete: v.boolean() }),
});
