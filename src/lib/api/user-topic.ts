import * as v from 'valibot';
import { topicSchema } from './topic';

/**
 * A user's visibility policy for a topic, in the state and in events.
 * https://zulip.com/api/get-events#user_topic
 */
export const userTopicSchema = v.object({
  stream_id: v.number(),
  topic_name: topicSchema,
  /** Same values as in `updateUserTopic`. */
  visibility_policy: v.number(),
});
