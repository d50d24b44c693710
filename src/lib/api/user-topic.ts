import * as v from 'valibot';
import { topicSchema } from './topic';

/** The values of `visibility_policy`. https://zulip.com/api/update-user-topic */
export const topicVisibilityPolicy = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/**
 * A user's visibility policy for a topic, in the state and in events.
 * https://zulip.com/api/get-events#user_topic
 */
export const userTopicSchema = v.object({
  stream_id: v.number(),
  topic_name: topicSchema,
  visibility_policy: v.number(),
});
