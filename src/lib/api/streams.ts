import * as v from 'valibot';
import { channelSchema, subscriptionSchema } from './channel';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { topicForLevel, topicSchema } from './topic';
import { integer, topicText, shortText } from './value-schemas';

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
    streams: v.array(v.object({ ...channelSchema.entries, is_default: v.optional(v.boolean()) })),
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
  result: v.object({
    subscriptions: v.array(
      v.object({
        ...subscriptionSchema.entries,
        /** Ids, where they were asked for and may be known; of some channels only a few with `partial`. */
        subscribers: v.optional(v.array(v.number())),
      }),
    ),
  }),
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
  params: { stream: text(shortText) },
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
  params: { stream_id: inPath(integer), topic_name: text(topicText, { wordedFor: topicForLevel }) },
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
