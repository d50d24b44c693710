import type { ServerEvent } from '../../api/event-types';
import { NetworkFailure } from '../../api/errors';
import type { Message } from '../../api/read-messages';
import { getStreamTopics } from '../../api/streams';
import { topicVisibilityPolicy } from '../../api/user-topic';
import type { Account } from '../../client/account/account.svelte';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import { conversationKey } from './apply-event-to-messages';

/** Channels to fetch at a time. */
const step = 8;
/** Newest topics to list per channel, in addition to followed ones. */
const maxTopics = 100;
/**
 * Limit for all channels: processing an arriving message takes time proportional to the total,
 * about a millisecond for this many.
 */
const maxTotalTopics = 5000;

interface ChannelTopic {
  readonly key: string;
  readonly recipient: MessageRecipient;
  /** Id of its newest message. */
  readonly id: number;
}

/**
 * Topics of the most relevant channels, fetched a few channels at a time. An optional addition to
 * the list of conversations, so refused requests are ignored.
 */
export class ChannelTopicsLoader {
  #topics = $state.raw<ReadonlyMap<number, readonly ChannelTopic[]>>(new Map());
  readonly #stale = new Set<number>();
  #isReading = false;
  readonly #all = $derived.by(() => [...this.#topics.values()].flat());

  constructor(private readonly account: Account) {}

  get all(): readonly ChannelTopic[] {
    return this.#all;
  }

  /**
   * Fetches the next channels: those with followed topics, then `recent` ones, then the busiest.
   */
  async loadMore(recent: readonly number[]): Promise<void> {
    if (this.#all.length >= maxTotalTopics) return;
    const next = this.#order(recent).filter((id) => !this.#topics.has(id));
    await this.#readAll(next.slice(0, step));
  }

  /** Fetches everything loaded so far again, because changes might have been missed. */
  async reload(): Promise<void> {
    for (const id of this.#topics.keys()) this.#stale.add(id);
    await this.#readStale();
  }

  handleEvent(event: ServerEvent): void {
    if (event.kind === 'subscription/remove') {
      const gone = new Set(event.subscriptions.map(({ stream_id }) => stream_id));
      this.#topics = new Map([...this.#topics].filter(([id]) => !gone.has(id)));
    } else if (event.kind === 'delete_message') {
      const gone = new Set(event.message_ids);
      if (event.message_id !== undefined) gone.add(event.message_id);
      for (const [stream_id, topics] of this.#topics) {
        if (topics.some(({ id }) => gone.has(id))) this.#stale.add(stream_id);
      }
      void this.#readStale();
    } else if (event.kind === 'update_message' && event.orig_subject !== undefined) {
      for (const id of [event.stream_id, event.new_stream_id]) {
        if (id !== undefined && this.#topics.has(id)) this.#stale.add(id);
      }
      void this.#readStale();
    }
  }

  /**
   * Call when these messages are dropped: they no longer tell which topics they are the newest of.
   */
  forget(messages: readonly Pick<Message, 'stream_id'>[]): void {
    for (const { stream_id: id } of messages) {
      if (id !== undefined && this.#topics.has(id)) this.#stale.add(id);
    }
    void this.#readStale();
  }

  #order(recent: readonly number[]): readonly number[] {
    const { state, subscriptions } = this.account;
    const followed = (state?.user_topics ?? []).flatMap(({ stream_id, visibility_policy }) =>
      visibility_policy === topicVisibilityPolicy.followed ? [stream_id] : [],
    );
    const traffic = (id: number) => subscriptions.get(id)?.stream_weekly_traffic ?? 0;
    const rest = [...subscriptions.keys()].sort((a, b) => traffic(b) - traffic(a));
    const ids = [...new Set([...followed, ...recent, ...rest])];
    const isMuted = (id: number) => Number(subscriptions.get(id)?.is_muted);
    return ids
      .filter((id) => subscriptions.has(id) && !subscriptions.get(id)?.is_archived)
      .sort((a, b) => isMuted(a) - isMuted(b));
  }

  /** Changes that arrive during a fetch are handled together afterward. */
  async #readStale(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#stale.size > 0) {
      const ids = [...this.#stale].slice(0, step);
      for (const id of ids) this.#stale.delete(id);
      await this.#readAll(ids);
    }
    this.#isReading = false;
  }

  async #readAll(ids: readonly number[]): Promise<void> {
    const read = await Promise.all(ids.map((id) => this.#read(id)));
    const known = read.flatMap((topics, at) => {
      const id = ids[at];
      return id !== undefined && topics ? [[id, topics] as const] : [];
    });
    if (known.length > 0) this.#topics = new Map([...this.#topics, ...known]);
  }

  /** Undefined if the request should be retried. */
  async #read(stream_id: number): Promise<readonly ChannelTopic[] | undefined> {
    try {
      const { readOptional } = await import('../../client/account/optional-reads');
      const params = { stream_id, allow_empty_topic_name: true };
      const { topics } = await readOptional(this.account, getStreamTopics, params);
      const followed = this.#followedIn(stream_id);
      return topics.flatMap(({ name: topic, max_id: id }, at) => {
        const recipient = { type: 'stream', to: [stream_id], topic } as const;
        const key = conversationKey(recipient);
        return at < maxTopics || followed.has(key) ? [{ key, recipient, id }] : [];
      });
    } catch (failure) {
      return failure instanceof NetworkFailure ? undefined : [];
    }
  }

  #followedIn(channel: number): ReadonlySet<string> {
    const topics = this.account.state?.user_topics ?? [];
    return new Set(
      topics.flatMap(({ stream_id, topic_name: topic, visibility_policy }) =>
        stream_id === channel && visibility_policy === topicVisibilityPolicy.followed
          ? [conversationKey({ type: 'stream', to: [stream_id], topic })]
          : [],
      ),
    );
  }
}
