import { untrack } from 'svelte';
import { ApiError } from '../../api/errors';
import type { ServerEvent } from '../../api/event-types';
import { updateMessageFlags } from '../../api/flags';
import { inConversation } from '../../api/narrow';
import { addReaction, removeReaction } from '../../api/reactions';
import { getMessages, type Message } from '../../api/read-messages';
import type { Account } from '../../client/account.svelte';
import { isSameConversation, type Recipient } from '../../writing/recipient';
import { isUnread, messagesAfter, withMessages } from './messages-after';
import type { Reaction } from './reactions';

/** Messages in one page, and the most that are read again after an outage. */
const page = 50;
const most = 1000;

/** Of `addReaction` and `removeReaction`: nothing is left to do. */
const isSoAlready: ReadonlySet<string> = new Set([
  'REACTION_ALREADY_EXISTS',
  'REACTION_DOES_NOT_EXIST',
]);

/**
 * The messages of one conversation, newest last, kept current by the account's events. Make one while
 * a component starts; another conversation is another one.
 */
export class ConversationMessages {
  #messages = $state.raw<readonly Message[]>([]);
  #hasBegun = $state(false);
  #loading = $state<'newest' | 'older' | null>(null);
  #failure = $state.raw<unknown>();
  #isWhole = $state(false);
  #firstUnread = $state<number>();
  /** What came while a page was on its way, which may be older than that. */
  #meanwhile: ServerEvent[] = [];
  readonly #marking = new Set<number>();
  readonly #reacting = new Set<string>();
  readonly #stop = new AbortController();

  constructor(
    private readonly account: Account,
    readonly conversation: Recipient,
  ) {
    $effect(() =>
      untrack(() => {
        const stops = [
          // Also when a new queue has begun: what happened before it was told to nobody.
          account.onState(() => void this.reload()),
          account.onEvent((event) => this.#hear(event)),
        ];
        return () => {
          stops.forEach((stop) => stop());
          this.#stop.abort();
        };
      }),
    );
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** False until the newest messages are here: show neither rows nor emptiness. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isLoading(): boolean {
    return this.#loading !== null;
  }

  /** Why the last page did not come. */
  get failure(): unknown {
    return this.#failure;
  }

  /** There is nothing older. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Id of the message with which the unread ones began when the conversation was opened. */
  get firstUnread(): number | undefined {
    return this.#firstUnread;
  }

  get unread(): readonly number[] {
    return this.#messages.filter(isUnread).map(({ id }) => id);
  }

  /** Reads the newest again, as many as there were. */
  async reload(): Promise<void> {
    if (this.#loading === 'newest') return;
    const count = Math.min(most, Math.max(page, this.#messages.length));
    await this.#load('newest', 'newest', count, () => []);
  }

  /** Reads the page before the oldest that is here. */
  async older(): Promise<void> {
    const [oldest] = this.#messages;
    if (this.isLoading || this.#isWhole || !oldest) return;
    await this.#load('older', String(oldest.id), page, () => this.#messages);
  }

  /** All that is here. Tried again when it is asked for again; the event tells that it is done. */
  async markRead(): Promise<void> {
    const ids = this.unread.filter((id) => !this.#marking.has(id));
    if (ids.length === 0) return;
    for (const id of ids) this.#marking.add(id);
    try {
      await this.account.call(updateMessageFlags, { messages: ids, op: 'add', flag: 'read' });
    } catch {
      for (const id of ids) this.#marking.delete(id);
    }
  }

  /**
   * Gives it, or takes it back; nothing while that is on its way. That it was so already is no failure:
   * the reply to an earlier try was lost. Throws `AnyFailure`.
   */
  async react(message: Message, { emoji_name, emoji_code, reaction_type, people }: Reaction) {
    const { user_id } = this.account;
    const key = `${message.id} ${reaction_type} ${emoji_code}`;
    if (this.#reacting.has(key)) return;
    this.#reacting.add(key);
    const operation =
      user_id !== undefined && people.includes(user_id) ? removeReaction : addReaction;
    const message_id = message.id;
    try {
      await this.account.call(operation, { message_id, emoji_name, emoji_code, reaction_type });
    } catch (failure) {
      if (!(failure instanceof ApiError) || !isSoAlready.has(failure.code)) throw failure;
    } finally {
      this.#reacting.delete(key);
    }
  }

  async #load(
    kind: 'newest' | 'older',
    anchor: string,
    num_before: number,
    kept: () => readonly Message[],
  ): Promise<void> {
    this.#loading = kind;
    this.#failure = undefined;
    this.#meanwhile = [];
    const narrow = inConversation(this.conversation);
    try {
      const { messages, found_oldest } = await this.account.call(
        getMessages,
        {
          anchor,
          num_before,
          num_after: 0,
          narrow,
          client_gravatar: true,
          apply_markdown: true,
          allow_empty_topic_name: true,
        },
        { signal: this.#stop.signal },
      );
      if (this.#loading !== kind) return;
      this.#messages = withMessages(messages, kept());
      this.#isWhole = found_oldest ?? messages.length < num_before;
      if (!this.#hasBegun) this.#firstUnread = messages.find(isUnread)?.id;
      this.#hasBegun = true;
      this.#loading = null;
      for (const event of this.#meanwhile.splice(0)) this.#hear(event);
    } catch (failure) {
      if (this.#loading !== kind || this.#stop.signal.aborted) return;
      this.#failure = failure;
      this.#loading = null;
    }
  }

  #hear(event: ServerEvent): void {
    if (this.isLoading) this.#meanwhile.push(event);
    if (!this.#hasBegun) return;
    const { messages, isStale } = messagesAfter(
      this.#messages,
      event,
      this.account.user_id,
      (recipient) => isSameConversation(recipient, this.conversation),
    );
    this.#messages = messages;
    if (isStale) void this.reload();
  }
}
