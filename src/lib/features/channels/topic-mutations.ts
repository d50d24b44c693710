import { foldCase } from '../../api/fold-case';
import { updateMessage } from '../../api/edit-message';
import { ApiError, type AnyFailure } from '../../api/errors';
import { hasParameter } from '../../api/feature-level';
import { deleteTopic, getStreamTopics } from '../../api/streams';
import type { Account } from '../../client/account/account.svelte';
import { toggleResolvedName } from '../../writing/recipients/resolved-topic';
import type { TopicListItem } from './topic-list';

type Server = Pick<Account, 'call' | 'state'>;

/** Parameters for listing a channel's topics on this server. */
export function topicListParams(account: Pick<Account, 'state'>, stream_id: number) {
  const knowsEmpty = hasParameter(getStreamTopics, 'allow_empty_topic_name', account.state);
  return { stream_id, ...(knowsEmpty && { allow_empty_topic_name: true }) };
}

/** Moves all messages of a topic. Succeeds if they are there, also after a lost reply. Throws `AnyFailure`. */
export async function moveTopic(
  account: Server,
  from: { readonly stream_id: number; readonly topic: TopicListItem },
  to: { readonly stream_id: number; readonly name: string },
  announce: { readonly old: boolean; readonly new: boolean },
): Promise<void> {
  const { stream_id, topic } = from;
  try {
    await account.call(updateMessage, {
      message_id: topic.max_id,
      propagate_mode: 'change_all',
      ...(to.name !== topic.name && { topic: to.name }),
      ...(to.stream_id !== stream_id && { stream_id: to.stream_id }),
      send_notification_to_old_thread: announce.old,
      send_notification_to_new_thread: announce.new,
    });
  } catch (failure) {
    // This reply or that of an earlier try was lost.
    if (!(await isMoved(account, from, to).catch(() => false))) throw failure;
  }
}

async function isMoved(
  account: Server,
  { stream_id, topic }: { readonly stream_id: number; readonly topic: TopicListItem },
  to: { readonly stream_id: number; readonly name: string },
): Promise<boolean> {
  const here = await account.call(getStreamTopics, topicListParams(account, stream_id));
  const isGone = here.topics.every(({ name }) => name !== topic.name);
  if (!isGone) return false;
  const there =
    to.stream_id === stream_id
      ? here
      : await account.call(getStreamTopics, topicListParams(account, to.stream_id));
  const name = foldCase(to.name);
  return there.topics.some((one) => foldCase(one.name) === name && one.max_id >= topic.max_id);
}

/**
 * Marks a topic as resolved or unresolved and returns it with its new name. Throws `AnyFailure`.
 */
export async function toggleTopicResolved(
  account: Server,
  stream_id: number,
  topic: TopicListItem,
): Promise<TopicListItem> {
  const name = toggleResolvedName(topic.name);
  await moveTopic(account, { stream_id, topic }, { stream_id, name }, { old: false, new: true });
  return { ...topic, name };
}

/**
 * Deletes a whole topic, newest messages first. Succeeds if it is gone, also after a lost reply.
 * Throws `AnyFailure`; messages deleted until then stay deleted.
 */
export async function deleteWholeTopic(
  account: Server,
  stream_id: number,
  topic_name: string,
): Promise<void> {
  try {
    while (!(await account.call(deleteTopic, { stream_id, topic_name })).complete);
  } catch (failure) {
    const left = await account
      .call(getStreamTopics, topicListParams(account, stream_id))
      .catch(() => null);
    if (!left || left.topics.some(({ name }) => name === topic_name)) throw failure;
  }
}

/** Maximum number of concurrent calls: enough to be fast, few enough not to be rate limited. */
const maxConcurrentCalls = 4;

/**
 * Runs an action for each item, a few at a time. `done` has the results in any order; `failure` is
 * the first error.
 */
export async function runConcurrently<T, R>(
  items: readonly T[],
  mutate: (item: T) => Promise<R>,
): Promise<{ readonly done: readonly R[]; readonly failure: AnyFailure | undefined }> {
  const left = [...items];
  const done: R[] = [];
  let failure: AnyFailure | undefined;
  await Promise.all(
    Array.from({ length: Math.min(maxConcurrentCalls, items.length) }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) {
        try {
          done.push(await mutate(item));
        } catch (problem) {
          failure ??= problem as AnyFailure;
          // Without a response from the server, the remaining calls would fail too.
          if (!(problem instanceof ApiError)) left.length = 0;
        }
      }
    }),
  );
  return { done, failure };
}
