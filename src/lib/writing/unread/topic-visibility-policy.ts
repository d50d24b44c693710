import { levelOf, hasOperation } from '../../api/feature-level';
import { muteTopic, updateUserTopic } from '../../api/user-topics';
import { topicVisibilityPolicy } from '../../api/user-topic';
import type { Account } from '../../client/account/account.svelte';

export type TopicVisibilityPolicy =
  (typeof topicVisibilityPolicy)[keyof typeof topicVisibilityPolicy];

/** First feature level that supports following topics. https://zulip.com/api/update-user-topic */
const followedSince = 219;

/** The policies that this server supports. */
export function topicVisibilityPoliciesOf({
  state,
}: Pick<Account, 'state'>): readonly TopicVisibilityPolicy[] {
  const { none, muted, unmuted, followed } = topicVisibilityPolicy;
  if (!hasOperation(updateUserTopic, state)) return [none, muted];
  return levelOf(state) < followedSince ? [none, muted, unmuted] : [none, muted, unmuted, followed];
}

/** Saves the policy on the server. Older servers only support muting. Throws `AnyFailure`. */
export async function saveTopicVisibilityPolicy(
  account: Pick<Account, 'call' | 'state' | 'assume'>,
  stream_id: number,
  topic: string,
  visibility_policy: TopicVisibilityPolicy,
): Promise<void> {
  if (hasOperation(updateUserTopic, account.state)) {
    await account.call(updateUserTopic, { stream_id, topic, visibility_policy });
  } else {
    const op = visibility_policy === topicVisibilityPolicy.muted ? 'add' : 'remove';
    await account.call(muteTopic, { stream_id, topic, op });
  }
  account.assume({ kind: 'user_topic', id: -1, stream_id, topic_name: topic, visibility_policy });
}
