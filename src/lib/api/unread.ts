import * as v from 'valibot';
import { topicSchema } from './topic';

const ids = v.array(v.number());

/**
 * Ids of one's unread messages by conversation, ascending: the newest 50,000. Direct ones to oneself
 * stand under one's own id. https://zulip.com/api/register-queue
 */
export const unreadSchema = v.object({
  pms: v.array(v.object({ other_user_id: v.number(), unread_message_ids: ids })),
  streams: v.array(
    v.object({ stream_id: v.number(), topic: topicSchema, unread_message_ids: ids }),
  ),
  /** Of more than two people, all of them named, oneself too: `3,7,9`. */
  huddles: v.array(v.object({ user_ids_string: v.string(), unread_message_ids: ids })),
  /** Those of them that mention oneself, also as one of all. */
  mentions: v.optional(ids),
});
export type UnreadMessages = v.InferOutput<typeof unreadSchema>;

/** Where a message is that is unread again. `user_ids`: the others. */
export const unreadDetailSchema = v.object({
  type: v.string(),
  user_ids: v.optional(ids),
  stream_id: v.optional(v.number()),
  topic: v.optional(topicSchema),
  mentioned: v.optional(v.boolean()),
});
export type UnreadDetail = v.InferOutput<typeof unreadDetailSchema>;
