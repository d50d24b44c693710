import * as v from 'valibot';
import { openPicklist } from './open-picklist';
import { topicSchema } from './topic';

/** A message to be sent later. https://zulip.com/api/get-scheduled-messages */
export const scheduledMessageSchema = v.object({
  /** Not the id of the message once sent. */
  scheduled_message_id: v.number(),
  type: openPicklist(['stream', 'private']),
  /** A channel id, or the ids of the other people; only the user's own id for a note to self. */
  to: v.union([v.number(), v.array(v.number())]),
  /** Only if `type` is "stream". */
  topic: v.optional(topicSchema),
  content: v.string(),
  rendered_content: v.string(),
  /** UNIX seconds. */
  scheduled_delivery_timestamp: v.number(),
  /** Absent before level 181. */
  failed: v.optional(v.boolean(), false),
});
export type ScheduledMessage = v.InferOutput<typeof scheduledMessageSchema>;
