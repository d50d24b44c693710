import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { messageText, integer, topicText, shortText } from './value-schemas';
import { topicForLevel } from './topic';

/** Which messages of the topic to move: only this one, this and later ones, or all. */
export const propagateModes = ['change_one', 'change_later', 'change_all'] as const;

/** Edits a message or moves messages. https://zulip.com/api/update-message */
export const updateMessage = defineOperation({
  id: 'updateMessage',
  route: 'PATCH /messages/{message_id}',
  params: {
    message_id: inPath(integer),
    content: optional(text(messageText)),
    /** SHA-256 in hex of the Markdown that the user started editing; from level 379. */
    prev_content_sha256: optional(text(shortText, { since: 379 })),
    topic: optional(text(topicText, { aliases: ['subject'], wordedFor: topicForLevel })),
    stream_id: optional(json(integer)),
    propagate_mode: optional(text(v.picklist(propagateModes))),
    send_notification_to_old_thread: optional(json(v.boolean())),
    send_notification_to_new_thread: optional(json(v.boolean())),
  },
  result: v.object({
    /** Files that no message links to anymore; absent before level 285. */
    detached_uploads: v.optional(
      v.array(
        v.object({
          id: v.number(),
          name: v.string(),
          path_id: v.string(),
          size: v.number(),
          create_time: v.number(),
        }),
      ),
    ),
  }),
});

const versionSchema = v.object({
  topic: v.string(),
  prev_topic: v.optional(v.string()),
  stream: v.optional(v.number()),
  prev_stream: v.optional(v.number()),
  content: v.string(),
  rendered_content: v.string(),
  prev_content: v.optional(v.string()),
  prev_rendered_content: v.optional(v.string()),
  /** Additions and removals, if the text changed. */
  content_html_diff: v.optional(v.string()),
  /** Null for a few very old edits. */
  user_id: v.nullable(v.number()),
  timestamp: v.number(),
});

/** All versions, oldest first. https://zulip.com/api/get-message-history */
export const getMessageHistory = defineOperation({
  id: 'getMessageHistory',
  route: 'GET /messages/{message_id}/history',
  params: {
    message_id: inPath(integer),
    allow_empty_topic_name: optional(json(v.boolean(), { since: 334 })),
  },
  result: v.object({ message_history: v.array(versionSchema) }),
});
