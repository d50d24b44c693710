import { foldCase } from '../../api/fold-case';
import { getLocale } from '$lib/paraglide/runtime';
import { m } from '$lib/paraglide/messages';
import type { Channel } from '../../api/channel';
import type { Account } from '../../client/account.svelte';
import { describe } from '../../client/error-table';
import type { ReadMarks } from '../../client/read-marks/read-marks.svelte';
import { Wishes } from '../../client/wishes.svelte';
import type { Toasts } from '../../ui/toasts.svelte';
import { conversationKey } from '../../writing/conversation-key';
import { recipientWords } from '../../writing/recipient-words';
import { isResolved } from '../../writing/resolved';
import { markRead } from '../../writing/tell-marks';
import { setTopicPolicy, type TopicPolicy } from '../../writing/topic-policy';
import { topicPolicy } from '../../writing/unread-conversations';
import type { UnreadNow } from '../../writing/unread.svelte';
import { deleteWhole, each, moveTopic, toggleResolved } from './topic-deeds';
import type { Topic } from './topic-list';

interface Ports {
  readonly account: Account;
  readonly marks: ReadMarks;
  readonly unread: UnreadNow;
  readonly toasts: Toasts;
  readonly channel: () => Channel;
  /** Reads the topics again. */
  readonly again: () => Promise<unknown>;
}

type Counted = (inputs: { count: number }) => string;

/** So many names are told in a question. */
const mostNames = 5;

/** What is done with the topics of a channel, each with a way back. Make it while a component starts. */
export class TopicDesk {
  readonly #ports: Ports;
  readonly #wishes: Wishes<string, TopicPolicy>;
  readonly #saved = $derived.by(() => {
    const { stream_id } = this.#ports.channel();
    return new Map(
      (this.#ports.account.state?.user_topics ?? [])
        .filter((one) => one.stream_id === stream_id)
        .map((one) => [foldCase(one.topic_name), one.visibility_policy as TopicPolicy]),
    );
  });

  constructor(ports: Ports) {
    this.#ports = ports;
    const { account } = ports;
    this.#wishes = new Wishes<string, TopicPolicy>({
      account,
      current: (topic) => this.#saved.get(foldCase(topic)) ?? topicPolicy.none,
      write: (topic, policy) => setTopicPolicy(account, ports.channel().stream_id, topic, policy),
    });
  }

  policy = (topic: string): TopicPolicy => this.#wishes.value(topic) ?? topicPolicy.none;

  /** By its own policy, or as the channel is. */
  isMuted = (topic: string): boolean => {
    const policy = this.policy(topic);
    if (policy !== topicPolicy.none) return policy === topicPolicy.muted;
    const { account, channel } = this.#ports;
    return account.subscriptions.get(channel().stream_id)?.is_muted === true;
  };

  unread = (topic: string): number => this.#unreadIds(topic).length;

  problem = (topic: string): string | undefined => this.#wishes.problem(topic);

  /** The first of them, and how many there are besides. */
  names(topics: readonly Topic[]): string {
    const names = topics.slice(0, mostNames).map(({ name }) => name || m.channels_topic_empty());
    const more = topics.length - names.length;
    const parts = more > 0 ? [...names, m.channel_and_more({ count: more })] : names;
    return new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(parts);
  }

  async set(topics: readonly Topic[], policy: keyof typeof topicPolicy): Promise<void> {
    const before = topics.map(({ name }) => [name, this.policy(name)] as const);
    const words: Record<keyof typeof topicPolicy, Counted> = {
      none: m.channel_topics_muted_off,
      muted: m.channel_topics_muted,
      unmuted: m.channel_topics_unmuted,
      followed: m.channel_topics_followed,
    };
    const wanted = topics.map(({ name }) => [name, topicPolicy[policy]] as const);
    this.#ports.toasts.show({
      key: 'topics',
      text: words[policy]({ count: topics.length }),
      action: { label: m.channels_undo(), run: () => void this.#wish(before) },
    });
    await this.#wish(wanted);
  }

  async resolve(topics: readonly Topic[]): Promise<void> {
    const { account, toasts, channel, again } = this.#ports;
    const { stream_id } = channel();
    const { done, failure } = await each(topics, (topic) =>
      toggleResolved(account, stream_id, topic),
    );
    await again();
    const areResolved = done.every(({ name }) => isResolved(name));
    const words = areResolved ? m.channel_topics_resolved : m.channel_topics_resolved_off;
    this.#tell(topics.length, done.length, failure, words);
    if (failure !== undefined || done.length === 0) return;
    toasts.show({
      key: 'topics',
      text: words({ count: done.length }),
      action: { label: m.channels_undo(), run: () => void this.resolve(done) },
    });
  }

  read(topics: readonly Topic[]): void {
    const { marks, toasts } = this.#ports;
    void markRead(
      topics.flatMap(({ name }) => this.#unreadIds(name)),
      marks,
      toasts,
    );
  }

  /** Throws `AnyFailure`, and then some may be gone. */
  async remove(topics: readonly Topic[]): Promise<void> {
    const { account, channel, again } = this.#ports;
    const { stream_id } = channel();
    const { done, failure } = await each(topics, ({ name }) =>
      deleteWhole(account, stream_id, name),
    );
    await again();
    if (failure !== undefined) throw failure;
    this.#tell(topics.length, done.length, undefined, m.channel_topics_deleted);
  }

  /** To be told where the topic is after a move. */
  movedOf(topic: Topic) {
    const { account, toasts, channel, again } = this.#ports;
    const { stream_id } = channel();
    return (to: { readonly stream_id: number; readonly name: string }, isMerge: boolean) => {
      void again();
      const back = async () => {
        const from = { stream_id: to.stream_id, topic: { ...topic, name: to.name } };
        try {
          await moveTopic(
            account,
            from,
            { stream_id, name: topic.name },
            { old: false, new: false },
          );
          await again();
        } catch (failure) {
          toasts.show({ key: 'topics', tone: 'danger', text: describe(failure) });
        }
      };
      const place = { type: 'stream', to: [to.stream_id], topic: to.name } as const;
      toasts.show({
        key: 'topics',
        tone: 'success',
        text: m.channel_topic_moved({ place: recipientWords(place, account) }),
        ...(!isMerge && { action: { label: m.channels_undo(), run: () => void back() } }),
      });
    };
  }

  #unreadIds(topic: string): readonly number[] {
    const { unread, channel } = this.#ports;
    const recipient = { type: 'stream', to: [channel().stream_id], topic } as const;
    return unread.byKey.get(conversationKey(recipient))?.ids ?? [];
  }

  async #wish(wanted: readonly (readonly [string, TopicPolicy])[]): Promise<void> {
    await each(wanted, ([topic, policy]) => this.#wishes.save(topic, policy));
  }

  #tell(all: number, done: number, failure: unknown, words: Counted): void {
    const { toasts } = this.#ports;
    const key = 'topics';
    if (failure === undefined) {
      toasts.show({ key, tone: 'success', text: words({ count: done }) });
    } else {
      const reason = describe(failure);
      toasts.show({
        key,
        tone: 'danger',
        text: done === 0 ? reason : m.channel_topics_some({ done, all, reason }),
      });
    }
  }
}
