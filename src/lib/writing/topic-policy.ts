import { levelOf, hasOperation } from '../api/level';
import { muteTopic, updateUserTopic } from '../api/user-topics';
import type { Account } from '../client/account.svelte';
import { topicPolicy } from './unread-conversations';

export type TopicPolicy = (typeof topicPolicy)[keyof typeof topicPolicy];

/** From here on topics can be followed. https://zulip.com/api/update-user-topic */
const followedSince = 219;

/** What topics can be on this server. */
export function topicPoliciesOf({ state }: Pick<Account, 'state'>): readonly TopicPolicy[] {
  const { none, muted, unmuted, followed } = topicPolicy;
  if (!hasOperation(updateUserTopic, state)) return [none, muted];
  return levelOf(state) < followedSince ? [none, muted, unmuted] : [none, muted, unmuted, followed];
}

/** Has the server take it; older ones know muting alone. Throws `AnyFailure`. */
export async function setTopicPolicy(
  account: Pick<Account, 'call' | 'state' | 'assume'>,
  stream_id: number,
  topic: string,
  visibility_policy: TopicPolicy,
): Promise<void> {
  if (hasOperation(updateUserTopic, account.state)) {
    await account.call(updateUserTopic, { stream_id, topic, visibility_policy });
  } else {
    const op = visibility_policy === topicPolicy.muted ? 'add' : 'remove';
    await account.call(muteTopic, { stream_id, topic, op });
  }
  account.assume({ kind: 'user_topic', id: -1, stream_id, topic_name: topic, visibility_policy });
}
