import { conversationNarrow } from '../../../api/narrow';
import { getMessages } from '../../../api/read-messages';
import type { Account } from '../../../client/account/account.svelte';
import { readOptional } from '../../../client/account/optional-reads';
import { accountStore } from '../../../client/account/account-stores.svelte';
import { useKnownTopics, type KnownTopics } from '../../../writing/recipients/known-topics.svelte';
import { toggleResolvedName } from '../../../writing/recipients/resolved-topic';
import { topicMoveOf, locationAfterMoves, type TopicMove, type TopicLocation } from './topic-moves';

/** Moves to remember; beyond that the oldest are dropped. */
const maxMoves = 500;

/** Records topic moves from its creation on. One per account. */
export class TopicWatch {
  readonly #account: Account;
  readonly #known: KnownTopics;
  #moves = $state.raw<readonly TopicMove[]>([]);
  #count = 0;

  constructor(account: Account, known: KnownTopics) {
    this.#account = account;
    this.#known = known;
    $effect(() =>
      account.onEvents(['update_message'], (events) =>
        events.forEach((event) => this.#hear(topicMoveOf(event))),
      ),
    );
  }

  /** Number of moves recorded until now. */
  get count(): number {
    return this.#count;
  }

  /** Where a conversation moved since `count` had this value; null if it didn't. Reactive. */
  movedSince(count: number, place: TopicLocation): TopicLocation | null {
    const moves = this.#moves;
    const since = this.#count - count;
    return since > 0 ? locationAfterMoves(place, moves.slice(-since)) : null;
  }

  /**
   * Finds where a topic without messages was moved or resolved before the box was opened. Null if
   * the topic has messages or is new. Rejects with the server's error.
   */
  async find(place: TopicLocation): Promise<TopicLocation | null> {
    if (await this.#hasMessages(place)) return null;
    const resolved = { ...place, topic: toggleResolvedName(place.topic) };
    return (
      locationAfterMoves(place, this.#moves) ??
      ((await this.#hasMessages(resolved)) ? resolved : null)
    );
  }

  #hear(move: TopicMove | null): void {
    if (!move) return;
    this.#count += 1;
    this.#moves = [...this.#moves, move].slice(-maxMoves);
  }

  /** What the page has just fetched needs no new request. */
  async #hasMessages({ stream_id, topic }: TopicLocation): Promise<boolean> {
    const known = await this.#known.has({ stream_id, topic });
    if (known !== undefined) return known;
    const params = {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      allow_empty_topic_name: true,
      narrow: conversationNarrow({ type: 'stream', to: [stream_id], topic }),
    };
    const reply = readOptional(this.#account, getMessages, params, 0);
    this.#known.expect({ stream_id, topic }, reply);
    return (await reply).messages.length > 0;
  }
}

export const useTopicWatch = accountStore(
  (stores) => new TopicWatch(stores.account, useKnownTopics(stores)),
);
