import * as v from 'valibot';
import { openPicklist } from './open-picklist';
import { topicSchema } from './topic';

/** A message that goes out by itself. https://zulip.com/api/get-scheduled-messages */
export const scheduledMessageSchema = v.object({
  /** Not the id that the message will have. */
  scheduled_message_id: v.number(),
  type: openPicklist(['stream', 'private']),
  /** A channel's id; or the other people's ids, one's own alone for a note to self. */
  to: v.union([v.number(), v.array(v.number())]),
  /** Only with `type` "stream". */
  topic: v.optional(topicSchema),
  content: v.string(),
  rendered_content: v.string(),
  /** UNIX seconds. */
  scheduled_delivery_timestamp: v.number(),
  /** Absent before level 181. */
  failed: v.optional(v.boolean(), false),
});
export type ScheduledMessage = v.InferOutput<typeof scheduledMessageSchema>;
