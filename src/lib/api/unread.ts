import * as v from 'valibot';
import { topicSchema } from './topic';

const ids = v.array(v.number());

/**
 * Ids of the user's unread messages by conversation, ascending; only the newest 50,000. Notes to
 * self are listed under the user's own id. https://zulip.com/api/register-queue
 */
export const unreadSchema = v.object({
  pms: v.array(v.object({ other_user_id: v.number(), unread_message_ids: ids })),
  streams: v.array(
    v.object({ stream_id: v.number(), topic: topicSchema, unread_message_ids: ids }),
  ),
  /** Conversations of more than two people; lists all of them, including the user: `3,7,9`. */
  huddles: v.array(v.object({ user_ids_string: v.string(), unread_message_ids: ids })),
  /** Unread messages that mention the user, including mentions of everyone. */
  mentions: v.optional(ids),
});
export type UnreadMessages = v.InferOutput<typeof unreadSchema>;

/** Conversation of a message that is unread again. `user_ids`: the other people. */
export const unreadDetailSchema = v.object({
  type: v.string(),
  user_ids: v.optional(ids),
  stream_id: v.optional(v.number()),
  topic: v.optional(topicSchema),
  mentioned: v.optional(v.boolean()),
});
export type UnreadDetail = v.InferOutput<typeof unreadDetailSchema>;
