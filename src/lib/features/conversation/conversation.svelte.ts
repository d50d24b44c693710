import { untrack } from 'svelte';
import { ApiError } from '../../api/errors';
import type { ServerEvent } from '../../api/event-types';
import { updateMessageFlags } from '../../api/flags';
import { inConversation } from '../../api/narrow';
import { addReaction, removeReaction } from '../../api/reactions';
import { getMessage, getMessages, type Message } from '../../api/read-messages';
import type { Account } from '../../client/account.svelte';
import { isSameConversation, type Recipient } from '../../writing/recipient';
import { isUnread, messagesAfter, recipientOf, withMessages } from './messages-after';
import type { Reaction } from './reactions';

/** Messages in one page, and the most that are read again after an outage. */
const page = 50;
const most = 1000;

/** Of `addReaction` and `removeReaction`: nothing is left to do. */
const isSoAlready: ReadonlySet<string> = new Set([
  'REACTION_ALREADY_EXISTS',
  'REACTION_DOES_NOT_EXIST',
]);

type Wanted = 'whole' | 'older' | 'newer';

interface Page {
  readonly anchor: string;
  readonly num_before: number;
  readonly num_after: number;
}

/** Where the message is at which a conversation was to be opened: in another one, or nowhere. */
export type Lost =
  { readonly kind: 'elsewhere'; readonly at: Recipient } | { readonly kind: 'gone' };

/**
 * The messages of one conversation, newest last, kept current by the account's events: those at its
 * end, or those around one of them. Make one while a component starts; another conversation is
 * another one.
 */
export class ConversationMessages {
  #messages = $state.raw<readonly Message[]>([]);
  #hasBegun = $state(false);
  #loading = $state<Wanted | null>(null);
  #failure = $state.raw<unknown>();
  #isWhole = $state(false);
  #hasNewest = $state(false);
  #firstUnread = $state<number>();
  #lost = $state.raw<Lost>();
  /** What came while a page was on its way, which may be older than that. */
  #meanwhile: ServerEvent[] = [];
  readonly #marking = new Set<number>();
  readonly #reacting = new Set<string>();
  readonly #stop = new AbortController();

  constructor(
    private readonly account: Account,
    readonly conversation: Recipient,
    /** The message around which it is opened; else at its end. */
    readonly near?: number,
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

  /** False until the first page is here: show neither rows nor emptiness. */
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

  /** There is nothing newer: what comes is shown at once. */
  get hasNewest(): boolean {
    return this.#hasNewest;
  }

  /** What became of the message at which it was to be opened, where that is not here. */
  get lost(): Lost | undefined {
    return this.#lost;
  }

  /** Id of the message with which the unread ones began when the conversation was opened. */
  get firstUnread(): number | undefined {
    return this.#firstUnread;
  }

  get unread(): readonly number[] {
    return this.#messages.filter(isUnread).map(({ id }) => id);
  }

  /** Reads again what is here, as many as there were; where nothing is, as it was opened. */
  async reload(): Promise<void> {
    if (this.#loading === 'whole') return;
    const count = Math.min(most, Math.max(page, this.#messages.length));
    const [oldest] = this.#messages;
    if (!this.#hasBegun && this.near !== undefined) {
      const half = page / 2;
      await this.#load('whole', around(this.near, half, half), () => []);
      this.#look(this.near);
    } else if (this.#hasBegun && !this.#hasNewest && oldest) {
      await this.#load('whole', around(oldest.id, 0, count - 1), () => []);
    } else {
      await this.#load('whole', { anchor: 'newest', num_before: count, num_after: 0 }, () => []);
    }
  }

  /** Leaves what is here for the newest. */
  async toNewest(): Promise<void> {
    if (this.#hasNewest) return;
    const newest = { anchor: 'newest', num_before: page, num_after: 0 };
    await this.#load('whole', newest, () => []);
  }

  /** Reads the page before the oldest that is here. */
  async older(): Promise<void> {
    const [oldest] = this.#messages;
    if (this.isLoading || this.#isWhole || !oldest) return;
    await this.#load('older', around(oldest.id, page, 0), () => this.#messages);
  }

  /** Reads the page after the newest that is here. */
  async newer(): Promise<void> {
    const last = this.#messages.at(-1);
    if (this.isLoading || this.#hasNewest || !last) return;
    await this.#load('newer', around(last.id, 0, page), () => this.#messages);
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

  async #load(wanted: Wanted, asked: Page, kept: () => readonly Message[]): Promise<void> {
    this.#loading = wanted;
    this.#failure = undefined;
    this.#meanwhile = [];
    try {
      const { messages, found_oldest, found_newest } = await this.account.call(
        getMessages,
        {
          ...asked,
          narrow: inConversation(this.conversation),
          client_gravatar: true,
          apply_markdown: true,
          allow_empty_topic_name: true,
        },
        { signal: this.#stop.signal },
      );
      if (this.#loading !== wanted) return;
      this.#messages = withMessages(messages, kept());
      if (asked.num_before > 0) this.#isWhole = found_oldest ?? messages.length < asked.num_before;
      if (asked.anchor === 'newest') this.#hasNewest = true;
      else if (asked.num_after > 0) {
        this.#hasNewest = found_newest ?? messages.length < asked.num_after;
      }
      if (!this.#hasBegun) this.#firstUnread = messages.find(isUnread)?.id;
      this.#hasBegun = true;
      this.#loading = null;
      for (const event of this.#meanwhile.splice(0)) this.#hear(event);
    } catch (failure) {
      if (this.#loading !== wanted || this.#stop.signal.aborted) return;
      this.#failure = failure;
      this.#loading = null;
    }
  }

  /** Finds out where it is, if it was to be here and is not. */
  #look(message_id: number): void {
    if (!this.#hasBegun || this.#messages.some(({ id }) => id === message_id)) return;
    void whereIs(this.account, message_id).then(
      (at) => {
        const isHere = at && isSameConversation(at, this.conversation);
        if (!isHere) this.#lost = at ? { kind: 'elsewhere', at } : { kind: 'gone' };
      },
      () => undefined,
    );
  }

  #hear(event: ServerEvent): void {
    if (this.isLoading) this.#meanwhile.push(event);
    if (!this.#hasBegun) return;
    // There are others between it and those that are here.
    if (event.kind === 'message' && !this.#hasNewest) return;
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

const around = (id: number, num_before: number, num_after: number): Page => ({
  anchor: String(id),
  num_before,
  num_after,
});

/** The conversation that a message is in; null: it is deleted, or hidden from us. Throws `AnyFailure`. */
export async function whereIs(account: Account, message_id: number): Promise<Recipient | null> {
  try {
    const params = { message_id, allow_empty_topic_name: true };
    const { message } = await account.call(getMessage, params);
    return recipientOf(message, account.user_id);
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'BAD_REQUEST') return null;
    throw failure;
  }
}
