import type { ServerEvent } from '../../api/event-types';
import type { Message } from '../../api/read-messages';
import type { Account } from '../../client/account/account.svelte';
import { accountStore } from '../../client/account/account-stores.svelte';
import { conversationKey } from './conversation-key';

interface TopicAddress {
  readonly stream_id: number;
  readonly topic: string;
}

/**
 * Topics known to have messages, from events and from messages fetched for other purposes. One
 * instance per account.
 */
export class KnownTopics {
  readonly #there = new Set<string>();
  readonly #reading = new Map<string, Promise<boolean | undefined>>();

  constructor(account: Pick<Account, 'onEvents' | 'onState'>) {
    $effect(() =>
      account.onEvents(['message', 'update_message', 'delete_message'], (events) =>
        events.forEach((event) => this.#hear(event)),
      ),
    );
    $effect(() => account.onState(() => this.#there.clear()));
  }

  /** Notes an ongoing fetch of a topic, or of a part of it. */
  expect(place: TopicAddress, reply: Promise<{ readonly messages: readonly Message[] }>): void {
    const key = keyOf(place);
    const read = reply.then(
      ({ messages }) => {
        if (messages.length > 0) this.#there.add(key);
        return messages.length > 0;
      },
      () => undefined,
    );
    this.#reading.set(key, read);
    void read.then(() => this.#reading.get(key) === read && this.#reading.delete(key));
  }

  /** Whether the topic has messages; undefined if unknown. Waits for an ongoing fetch. */
  async has(place: TopicAddress): Promise<boolean | undefined> {
    const key = keyOf(place);
    return this.#there.has(key) || this.#reading.get(key);
  }

  #hear(event: ServerEvent): void {
    if (event.kind === 'message' && event.message.stream_id !== undefined) {
      const { stream_id, subject: topic } = event.message;
      this.#there.add(keyOf({ stream_id, topic }));
    } else if (event.kind === 'update_message') {
      const { stream_id, orig_subject: topic } = event;
      if (stream_id !== undefined && topic !== undefined) {
        this.#there.delete(keyOf({ stream_id, topic }));
      }
    } else if (event.kind === 'delete_message') {
      // The event doesn't contain the topics.
      this.#there.clear();
    }
  }
}

const keyOf = ({ stream_id, topic }: TopicAddress) =>
  conversationKey({ type: 'stream', to: [stream_id], topic });

export const useKnownTopics = accountStore(({ account }) => new KnownTopics(account));
