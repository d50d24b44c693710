import type { Account } from '../../client/account/account.svelte';
import { useReadMarks, type ReadMarks } from '../../client/read-marks/read-marks.svelte';
import { accountStore } from '../../client/account/account-stores.svelte';
import {
  ConversationPriorities,
  unreadConversations,
  type UnreadConversation,
} from './unread-conversations';

export class LiveUnread {
  readonly #account: Account;
  readonly #marks: ReadMarks;
  // Separate values, so that each stays the same object while only other parts of the state change.
  readonly #subscriptions = $derived.by(() => this.#account.state?.subscriptions);
  readonly #topics = $derived.by(() => this.#account.state?.user_topics);
  readonly #people = $derived.by(() => this.#account.state?.muted_users);
  readonly #standings = $derived.by(
    () =>
      new ConversationPriorities({
        subscriptions: this.#subscriptions,
        user_topics: this.#topics,
        muted_users: this.#people,
      }),
  );
  readonly #conversations = $derived.by(() =>
    unreadConversations(this.#marks.unread, this.#standings, this.#account.user_id),
  );
  readonly #byKey = $derived(new Map(this.#conversations.map((one) => [one.key, one])));

  constructor(account: Account, marks: ReadMarks) {
    this.#account = account;
    this.#marks = marks;
  }

  /** False until the unread messages are known, from the server or from the snapshot. */
  get isKnown(): boolean {
    return this.#marks.unread !== undefined;
  }

  get priorities(): ConversationPriorities {
    return this.#standings;
  }

  get conversations(): readonly UnreadConversation[] {
    return this.#conversations;
  }

  /** By `conversationKey`. */
  get byKey(): ReadonlyMap<string, UnreadConversation> {
    return this.#byKey;
  }
}

export const useLiveUnread = accountStore(
  (stores) => new LiveUnread(stores.account, useReadMarks(stores)),
);
