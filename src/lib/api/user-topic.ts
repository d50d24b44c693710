import * as v from 'valibot';
import { topicSchema } from './topic';

/** What somebody wants of a topic, as the state and events tell it. https://zulip.com/api/get-events#user_topic */
export const userTopicSchema = v.object({
  stream_id: v.number(),
  topic_name: topicSchema,
  /** As `updateUserTopic` takes it. */
  visibility_policy: v.number(),
});
