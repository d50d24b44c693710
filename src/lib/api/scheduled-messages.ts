import * as v from 'valibot';
import { scheduledMessageSchema } from './scheduled-message';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { openPicklist } from './open-picklist';
import { messageTypes } from './message-types';
import { messageText, integer, list, maxConversationPeople, topicText } from './value-schemas';
import { topicForLevel } from './topic';

/** A channel id, or the ids of people. */
const to = json(v.union([integer, list(integer, maxConversationPeople)]));
const scheduled_message_id = inPath(integer);

/** By time, including failed ones. https://zulip.com/api/get-scheduled-messages */
export const getScheduledMessages = defineOperation({
  id: 'getScheduledMessages',
  route: 'GET /scheduled_messages',
  result: v.object({ scheduled_messages: v.array(scheduledMessageSchema) }),
  since: 173,
});

/** https://zulip.com/api/create-scheduled-message */
export const createScheduledMessage = defineOperation({
  id: 'createScheduledMessage',
  route: 'POST /scheduled_messages',
  params: {
    type: text(v.picklist(messageTypes)),
    to,
    content: text(messageText),
    /** Channel messages only. */
    topic: optional(text(topicText, { wordedFor: topicForLevel })),
    /** UNIX seconds, in the future. */
    scheduled_delivery_timestamp: json(integer),
    read_by_sender: optional(json(v.boolean())),
  },
  result: v.object({ scheduled_message_id: v.number() }),
  since: 179,
});

/**
 * Omitted parameters stay unchanged; `type` requires `to`, and for a channel also `topic`. A failed
 * message needs a new time. https://zulip.com/api/update-scheduled-message
 */
export const updateScheduledMessage = defineOperation({
  id: 'updateScheduledMessage',
  route: 'PATCH /scheduled_messages/{scheduled_message_id}',
  params: {
    scheduled_message_id,
    type: optional(text(v.picklist(messageTypes))),
    to: optional(to),
    content: optional(text(messageText)),
    topic: optional(text(topicText, { wordedFor: topicForLevel })),
    /** UNIX seconds, in the future. */
    scheduled_delivery_timestamp: optional(json(integer)),
  },
  since: 184,
});

/** https://zulip.com/api/delete-scheduled-message */
export const deleteScheduledMessage = defineOperation({
  id: 'deleteScheduledMessage',
  route: 'DELETE /scheduled_messages/{scheduled_message_id}',
  params: { scheduled_message_id },
  since: 173,
});

/** Why a scheduled message failed, in addition to the errors of sending it directly. */
export const failureCodes = [
  /** More than ten minutes late. */
  'TOO_LATE',
  'CHANNEL_ARCHIVED',
  'POSTING_NOT_ALLOWED',
  'TOPIC_REQUIRED',
  'TOPIC_NOT_ALLOWED',
  'RECIPIENT_DEACTIVATED',
  'DIRECT_MESSAGES_NOT_ALLOWED',
  'STREAM_DOES_NOT_EXIST',
  'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
  'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  'USER_DEACTIVATED',
  'REALM_DEACTIVATED',
  /** The server's fault. */
  'INTERNAL',
  'BAD_REQUEST',
] as const;

/**
 * Why the caller's scheduled messages failed. Inkwell only: strict clients reject further keys in
 * the documented objects, so it's a separate operation. Other servers answer 404.
 */
export const getScheduledMessageFailures = defineOperation({
  id: 'getScheduledMessageFailures',
  route: 'GET /scheduled_messages/failures',
  result: v.object({
    failures: v.array(
      v.object({
        scheduled_message_id: v.number(),
        code: openPicklist(failureCodes),
        /** The server's error message. */
        reason: v.string(),
        /** UNIX seconds. */
        failed_at: v.number(),
      }),
    ),
  }),
  knownFrom: 'inkwell',
});
