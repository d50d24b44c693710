import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { integer, list, maxIdsPerCall, shortText } from './value-schemas';
import { narrowParameter } from './narrow';
import { topicSchema } from './topic';

const flag = optional(json(v.boolean()));

export const reactionSchema = v.object({
  emoji_name: v.string(),
  emoji_code: v.string(),
  reaction_type: v.string(),
  user_id: v.number(),
});

const displayRecipientSchema = v.union([
  v.string(),
  v.array(
    v.object({
      id: v.number(),
      email: v.string(),
      full_name: v.string(),
      is_mirror_dummy: v.boolean(),
    }),
  ),
]);

const changeSchema = v.object({
  user_id: v.nullable(v.number()),
  timestamp: v.number(),
  prev_content: v.optional(v.string()),
  prev_rendered_content: v.optional(v.string()),
  prev_stream: v.optional(v.number()),
  stream: v.optional(v.number()),
  prev_topic: v.optional(v.string()),
  topic: v.optional(v.string()),
});

/** A message as its reader gets it. https://zulip.com/api/get-messages */
export const messageSchema = v.object({
  id: v.number(),
  sender_id: v.number(),
  sender_email: v.string(),
  sender_full_name: v.string(),
  sender_realm_str: v.string(),
  /** Null: compute it from the email address. */
  avatar_url: v.nullable(v.string()),
  client: v.string(),
  content: v.string(),
  content_type: v.string(),
  /** UNIX seconds. */
  timestamp: v.number(),
  /** `stream` or `private`, never the newer names. */
  type: v.string(),
  /** The channel's name, or all people in the conversation. */
  display_recipient: displayRecipientSchema,
  stream_id: v.optional(v.number()),
  /** The topic. */
  subject: topicSchema,
  recipient_id: v.number(),
  is_me_message: v.boolean(),
  reactions: v.array(reactionSchema),
  submessages: v.array(v.unknown()),
  topic_links: v.array(v.object({ text: v.string(), url: v.string() })),
  /** Newest first. */
  edit_history: v.optional(v.array(changeSchema)),
  last_edit_timestamp: v.optional(v.number()),
  /** Absent before level 365. */
  last_moved_timestamp: v.optional(v.number()),
  flags: v.array(v.string()),
});
export type Message = v.InferOutput<typeof messageSchema>;

const messageWithMatchSchema = v.object({
  ...messageSchema.entries,
  /** HTML with matches highlighted; only with a `search` term. */
  match_content: v.optional(v.string()),
  match_subject: v.optional(v.string()),
});
export type MessageWithMatch = v.InferOutput<typeof messageWithMatchSchema>;

/**
 * Messages of a narrow around an anchor (an id, `newest`, `oldest` or `first_unread`), or the
 * messages with the given ids; in ascending order. https://zulip.com/api/get-messages
 */
export const getMessages = defineOperation({
  id: 'getMessages',
  route: 'GET /messages',
  params: {
    anchor: optional(text(shortText)),
    include_anchor: flag,
    num_before: optional(json(integer)),
    num_after: optional(json(integer)),
    narrow: optional(narrowParameter()),
    client_gravatar: flag,
    apply_markdown: flag,
    use_first_unread_anchor: flag,
    message_ids: optional(json(list(integer, maxIdsPerCall), { since: 300 })),
    allow_empty_topic_name: optional(json(v.boolean(), { since: 334 })),
  },
  result: v.object({
    messages: v.array(messageWithMatchSchema),
    /** These are absent if the request has `message_ids`. */
    anchor: v.optional(v.number()),
    found_anchor: v.optional(v.boolean()),
    found_newest: v.optional(v.boolean()),
    found_oldest: v.optional(v.boolean()),
    history_limited: v.optional(v.boolean()),
  }),
});

/** https://zulip.com/api/get-message */
export const getMessage = defineOperation({
  id: 'getMessage',
  route: 'GET /messages/{message_id}',
  params: {
    message_id: inPath(integer),
    apply_markdown: flag,
    allow_empty_topic_name: optional(json(v.boolean(), { since: 334 })),
  },
  result: v.object({
    message: messageSchema,
    /** The Markdown source. */
    raw_content: v.string(),
  }),
});

/**
 * Which of these messages, all received by the caller, match a narrow; by id. Meant for messages
 * that have just arrived. https://zulip.com/api/check-messages-match-narrow
 */
export const checkMessagesMatchNarrow = defineOperation({
  id: 'checkMessagesMatchNarrow',
  route: 'GET /messages/matches_narrow',
  params: { msg_ids: json(list(integer, maxIdsPerCall)), narrow: narrowParameter() },
  result: v.object({
    messages: v.record(
      v.string(),
      v.object({ match_content: v.string(), match_subject: v.string() }),
    ),
  }),
});
