import { untrack } from 'svelte';
import type { ServerEvent } from '../../api/event-types';
import { getMessages, type Message } from '../../api/read-messages';
import { useAccount, type Account } from '../../client/account.svelte';
import { useRooms } from '../../client/rooms.svelte';
import type { Recipient } from '../../writing/recipient';
import { conversationKey, messagesAfter, recipientOf, withMessages } from './messages-after';
import { unreadCounts } from './unread-counts';

/** Messages that are looked at: the conversations with newer ones than the oldest of these are listed. */
const looked = 400;
/** How many more may come before the oldest are let go. */
const slack = 200;

export interface RecentConversation {
  readonly key: string;
  readonly recipient: Recipient;
  readonly newest: Message;
  /** Of all, also of those that are not looked at. */
  readonly unread: number;
}

/** The conversations of the newest messages, newest first. One for each account. */
export class RecentConversations {
  readonly #account: Account;
  #messages = $state.raw<readonly Message[]>();
  #failure = $state.raw<unknown>();
  #isLoading = $state(false);
  #meanwhile: ServerEvent[] = [];
  /** The same object while it does not change, whatever else of the state does. */
  readonly #unread = $derived.by(() => this.#account.state?.unread_msgs);
  readonly #all = $derived.by(() => this.#grouped());

  constructor(account: Account) {
    this.#account = account;
    $effect(() =>
      untrack(() => {
        const stops = [
          account.onState(() => void this.reload()),
          account.onEvent((event) => this.#hear(event)),
        ];
        return () => stops.forEach((stop) => stop());
      }),
    );
  }

  /** Undefined until they are known. */
  get all(): readonly RecentConversation[] | undefined {
    return this.#all;
  }

  /** Why they could not be read. */
  get failure(): unknown {
    return this.#failure;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  async reload(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#failure = undefined;
    this.#meanwhile = [];
    try {
      const { messages } = await this.#account.call(getMessages, {
        anchor: 'newest',
        num_before: looked,
        num_after: 0,
        client_gravatar: true,
        apply_markdown: true,
        allow_empty_topic_name: true,
      });
      this.#messages = withMessages([], messages);
    } catch (failure) {
      this.#failure = failure;
    }
    this.#isLoading = false;
    for (const event of this.#meanwhile.splice(0)) this.#hear(event);
  }

  #grouped() {
    const { user_id } = this.#account;
    return this.#messages && grouped(this.#messages, unreadCounts(this.#unread, user_id), user_id);
  }

  #hear(event: ServerEvent): void {
    if (this.#isLoading) this.#meanwhile.push(event);
    if (!this.#messages) return;
    const { messages } = messagesAfter(this.#messages, event, this.#account.user_id, () => true);
    this.#messages = messages.length > looked + slack ? messages.slice(-looked) : messages;
  }
}

function grouped(
  messages: readonly Message[],
  unread: ReadonlyMap<string, number>,
  own: number | undefined,
): readonly RecentConversation[] {
  const groups = new Map<string, RecentConversation>();
  for (const newest of messages) {
    const recipient = recipientOf(newest, own);
    const key = conversationKey(recipient);
    groups.set(key, { key, recipient, newest, unread: unread.get(key) ?? 0 });
  }
  return [...groups.values()].sort((a, b) => b.newest.id - a.newest.id);
}

/** The account's one; to be asked for while a component starts. */
export function useRecentConversations(): RecentConversations {
  const account = useAccount();
  return useRooms().one(RecentConversations, () => new RecentConversations(account));
}
