import { foldCase } from '../../api/fold-case';
import { m } from '$lib/paraglide/messages';
import type { Channel } from '../../api/channel';
import { topicVisibilityPolicy } from '../../api/user-topic';
import type { Account } from '../../client/account/account.svelte';
import { errorMessage } from '../../client/calls/error-table';
import type { ReadMarks } from '../../client/read-marks/read-marks.svelte';
import { PendingEdits } from '../../client/account/pending-edits.svelte';
import { andText } from '../../ui/list-text';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { conversationKey } from '../../writing/recipients/conversation-key';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import { isResolved } from '../../writing/recipients/resolved-topic';
import { markReadWithToast } from '../../writing/unread/announce-read-marks';
import {
  saveTopicVisibilityPolicy,
  type TopicVisibilityPolicy,
} from '../../writing/unread/topic-visibility-policy';
import type { LiveUnread } from '../../writing/unread/live-unread.svelte';
import {
  deleteWholeTopic,
  runConcurrently,
  moveTopic,
  toggleTopicResolved,
} from './topic-mutations';
import type { TopicListItem } from './topic-list';

interface Ports {
  readonly account: Account;
  readonly marks: ReadMarks;
  readonly unread: LiveUnread;
  readonly toasts: ToastQueue;
  readonly channel: () => Channel;
  /** Fetches the topics again. */
  readonly again: () => Promise<unknown>;
}

const keyOf = (stream_id: number, topic: string) => `${stream_id} ${topic}`;

type CountedText = (inputs: { count: number }) => string;

/** Maximum number of names in a confirmation. */
const maxNamesInQuestion = 5;

/**
 * Actions on the topics of a channel, most with undo. Create it during component initialization.
 */
export class BulkTopicActions {
  readonly #ports: Ports;
  /** By `keyOf`, since an undo can come when the page shows another channel. */
  readonly #pendingEdits: PendingEdits<string, TopicVisibilityPolicy>;
  readonly #saved = $derived.by(
    () =>
      new Map(
        (this.#ports.account.state?.user_topics ?? []).map((one) => [
          foldCase(keyOf(one.stream_id, one.topic_name)),
          one.visibility_policy as TopicVisibilityPolicy,
        ]),
      ),
  );

  constructor(ports: Ports) {
    this.#ports = ports;
    const { account } = ports;
    this.#pendingEdits = new PendingEdits<string, TopicVisibilityPolicy>({
      account,
      current: (key) => this.#saved.get(foldCase(key)) ?? topicVisibilityPolicy.none,
      write: (key, policy) => {
        const at = key.indexOf(' ');
        const [stream_id, topic] = [Number(key.slice(0, at)), key.slice(at + 1)];
        return saveTopicVisibilityPolicy(account, stream_id, topic, policy);
      },
    });
  }

  policy = (topic: string): TopicVisibilityPolicy =>
    this.#pendingEdits.value(this.#keyOf(topic)) ?? topicVisibilityPolicy.none;

  /** By the topic's own policy, otherwise by the channel. */
  isMuted = (topic: string): boolean => {
    const policy = this.policy(topic);
    if (policy !== topicVisibilityPolicy.none) return policy === topicVisibilityPolicy.muted;
    const { account, channel } = this.#ports;
    return account.subscriptions.get(channel().stream_id)?.is_muted === true;
  };

  unread = (topic: string): number => this.#unreadIds(topic).length;

  problem = (topic: string): string | undefined => this.#pendingEdits.problem(this.#keyOf(topic));

  /** The first names, and the number of further ones. */
  names(topics: readonly TopicListItem[]): string {
    const names = topics
      .slice(0, maxNamesInQuestion)
      .map(({ name }) => name || m.channels_topic_empty());
    const more = topics.length - names.length;
    const parts = more > 0 ? [...names, m.channel_and_more({ count: more })] : names;
    return andText(parts);
  }

  async set(
    topics: readonly TopicListItem[],
    policy: keyof typeof topicVisibilityPolicy,
  ): Promise<void> {
    const before = topics.map(({ name }) => [this.#keyOf(name), this.policy(name)] as const);
    const words: Record<keyof typeof topicVisibilityPolicy, CountedText> = {
      none: m.channel_topics_muted_off,
      muted: m.channel_topics_muted,
      unmuted: m.channel_topics_unmuted,
      followed: m.channel_topics_followed,
    };
    const wanted = before.map(([key]) => [key, topicVisibilityPolicy[policy]] as const);
    this.#ports.toasts.show({
      key: 'topics',
      text: words[policy]({ count: topics.length }),
      undo: async () => {
        this.#announceRestored(topics.map(({ name }) => name));
        await this.#requestPolicies(before);
        return before.map(([key]) => this.#pendingEdits.problem(key)).find(Boolean);
      },
    });
    await this.#requestPolicies(wanted);
  }

  resolve(topics: readonly TopicListItem[]): Promise<void> {
    return this.#resolve(this.#ports.channel().stream_id, topics, true);
  }

  async #resolve(
    stream_id: number,
    topics: readonly TopicListItem[],
    canUndo: boolean,
  ): Promise<void> {
    const { account, toasts, again } = this.#ports;
    const { done, failure } = await runConcurrently(topics, (topic) =>
      toggleTopicResolved(account, stream_id, topic),
    );
    await again();
    const areResolved = done.every(({ name }) => isResolved(name));
    const words = areResolved ? m.channel_topics_resolved : m.channel_topics_resolved_off;
    this.#tell(topics.length, done.length, failure, words);
    if (failure !== undefined || done.length === 0) return;
    if (!canUndo) this.#announceRestored(done.map(({ name }) => name));
    toasts.show({
      key: 'topics',
      text: words({ count: done.length }),
      undo: canUndo ? () => this.#resolve(stream_id, done, false) : undefined,
    });
  }

  read(topics: readonly TopicListItem[]): void {
    const { marks, toasts } = this.#ports;
    void markReadWithToast(
      topics.flatMap(({ name }) => this.#unreadIds(name)),
      marks,
      toasts,
    );
  }

  /** Throws `AnyFailure`; some topics can be deleted then. */
  async remove(topics: readonly TopicListItem[]): Promise<void> {
    const { account, channel, again } = this.#ports;
    const { stream_id } = channel();
    const { done, failure } = await runConcurrently(topics, ({ name }) =>
      deleteWholeTopic(account, stream_id, name),
    );
    await again();
    if (failure !== undefined) throw failure;
    this.#tell(topics.length, done.length, undefined, m.channel_topics_deleted);
  }

  /** Returns a callback to call with the topic's new location after a move. */
  movedOf(topic: TopicListItem) {
    const { account, toasts, channel, again } = this.#ports;
    const { stream_id } = channel();
    return (to: { readonly stream_id: number; readonly name: string }, isMerge: boolean) => {
      void again();
      const back = async () => {
        const from = { stream_id: to.stream_id, topic: { ...topic, name: to.name } };
        const there = { stream_id, name: topic.name };
        await moveTopic(account, from, there, { old: false, new: false });
        await again();
        this.#announceRestored([topic.name]);
      };
      const place = { type: 'stream', to: [to.stream_id], topic: to.name } as const;
      toasts.show({
        key: 'topics',
        tone: 'success',
        text: m.channel_topic_moved({ place: recipientLabel(place, account) }),
        undo: isMerge ? undefined : back,
      });
    };
  }

  #keyOf(topic: string): string {
    return keyOf(this.#ports.channel().stream_id, topic);
  }

  #announceRestored(names: readonly string[]): void {
    this.#ports.toasts.undos.announceRestored('topics', names.map(foldCase));
  }

  #unreadIds(topic: string): readonly number[] {
    const { unread, channel } = this.#ports;
    const recipient = { type: 'stream', to: [channel().stream_id], topic } as const;
    return unread.byKey.get(conversationKey(recipient))?.ids ?? [];
  }

  async #requestPolicies(
    wanted: readonly (readonly [string, TopicVisibilityPolicy])[],
  ): Promise<void> {
    await runConcurrently(wanted, ([key, policy]) => this.#pendingEdits.save(key, policy));
  }

  #tell(all: number, done: number, failure: unknown, words: CountedText): void {
    const { toasts } = this.#ports;
    const key = 'topics';
    if (failure === undefined) {
      toasts.show({ key, tone: 'success', text: words({ count: done }) });
    } else {
      const reason = errorMessage(failure);
      toasts.show({
        key,
        tone: 'danger',
        text: done === 0 ? reason : m.channel_topics_some({ done, all, reason }),
      });
    }
  }
}
